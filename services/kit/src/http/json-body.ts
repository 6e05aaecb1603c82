import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { BadRequestError } from '../values/errors.ts'
import { hasDuplicateKey, parseJson } from '../values/json.ts'

const NOT_UTF8 = 'The body is not valid UTF-8. Send JSON in that encoding.'
const FORBIDDEN_KEYS = 'The body may not have the keys __proto__ and constructor.prototype.'
const DUPLICATE_KEY = 'The body has an object with a duplicate key. Give each key once.'

const EMPTY = 'The body is empty. Send one JSON object.'
const NOT_JSON = 'The body is not valid JSON. Send one JSON object.'

/**
 * Accepts JSON bodies only. Parses as Fastify does, but refuses bytes that Fastify would replace with U+FFFD, and
 * duplicate keys, of which it would drop all but the last.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parseBody = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (!isUtf8(body)) return done(new BadRequestError(NOT_UTF8))
      const text = body.toString()
      void parseBody(request, text, (error, value) => {
        if (error === null && !hasDuplicateKey(text, value)) return done(null, value)
        done(new BadRequestError(error === null ? DUPLICATE_KEY : messageOf(text)))
      })
    },
  )
}

/** Fastify reports forbidden keys as invalid JSON, too. */
function messageOf(refused: string): string {
  if (refused === '') return EMPTY
  return parseJson(refused) === undefined ? NOT_JSON : FORBIDDEN_KEYS
}

import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

class BodyNotUtf8Error extends AppError {
  override readonly code = 'BAD_REQUEST'

  constructor() {
    super('The body is not valid UTF-8. Send JSON in that encoding.')
  }
}

class ForbiddenKeyError extends AppError {
  override readonly code = 'BAD_REQUEST'

  constructor() {
    super('The body may not have the keys __proto__ and constructor.prototype.')
  }
}

export interface ParsedJson {
  /** Why there is no value. */
  readonly error: Error | null
  readonly value: unknown
}

export type ParseJson = (bytes: Buffer) => ParsedJson

/** Reads JSON as Fastify does, but refuses bytes that it would replace with U+FFFD. */
export function jsonParser(app: FastifyInstance): ParseJson {
  const parseText = app.getDefaultJsonParser('error', 'error')
  return (bytes) => {
    if (!isUtf8(bytes)) return { error: new BodyNotUtf8Error(), value: undefined }
    const text = bytes.toString()
    let parsed: ParsedJson = { error: null, value: undefined }
    // It does not look at the request, and calls back before it returns.
    void parseText(undefined as never, text, (error, value: unknown) => {
      parsed = { error, value }
    })
    // What Fastify refuses for its keys it calls invalid JSON.
    if (parsed.error === null || !isJson(text)) return parsed
    return { error: new ForbiddenKeyError(), value: undefined }
  }
}

/** Takes JSON bodies, and no other text. */
export function readJsonBodies(app: FastifyInstance, parse: ParseJson): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      const { error, value } = parse(body)
      done(error, value)
    },
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

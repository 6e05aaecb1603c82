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

/** Reads JSON bodies as Fastify does, but no other text, and refuses bytes that it would replace with U+FFFD. */
export function readJsonBodies(app: FastifyInstance): void {
  const parseText = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (!isUtf8(body)) return done(new BodyNotUtf8Error())
      const text = body.toString()
      // Fastify calls what it refuses for its keys invalid JSON.
      void parseText(request, text, (error, value) =>
        done(error && isJson(text) ? new ForbiddenKeyError() : error, value),
      )
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

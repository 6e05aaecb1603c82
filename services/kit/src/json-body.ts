import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

class BodyNotUtf8Error extends AppError {
  override readonly code = 'BAD_REQUEST'

  constructor() {
    super('The body is not valid UTF-8. Send JSON in that encoding.')
  }
}

/** Reads JSON bodies as Fastify does, but refuses bytes that it would replace with U+FFFD. */
export function readJsonBodies(app: FastifyInstance): void {
  const parseText = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (isUtf8(body)) void parseText(request, body.toString(), done)
      else done(new BodyNotUtf8Error())
    },
  )
}

import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import { fileTooLarge } from './refused-body.ts'

/**
 * A copy of the body of a request, to forward it. The server that reads it may respond before its end; then the copy
 * ends, and the rest of the body can still be read, so that the next request of the connection can be.
 * @param bytesMax beyond it the copy ends with an error of status 413
 */
export function limitedBody(body: Readable, bytesMax: number): Readable {
  let bytes = 0
  const copy = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > bytesMax) done(fileTooLarge(bytesMax))
      else done(null, chunk)
    },
  })
  body.once('close', () => {
    if (!body.readableEnded) copy.destroy()
  })
  return body.pipe(copy)
}

/** @throws BadRequestError with status 413 for a body whose stated length is larger */
export function requireBodyLength(contentLength: string | undefined, bytesMax: number): void {
  if (Number(contentLength ?? 0) > bytesMax) throw fileTooLarge(bytesMax)
}

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { exportFormats } from './export-format.ts'
import type { ExportFormat } from './export-format.ts'

/** Bytes that are read ahead of the client. */
const BUFFER_BYTES = 65_536

/** A file that is made while it is sent. */
export interface Export {
  /** Without its extension. */
  readonly filename: string
  readonly format: ExportFormat
  /** For the header x-takeoff-warning. */
  readonly warning?: string | undefined
  /** Read at the speed of the client. */
  readonly chunks: AsyncGenerator<string>
}

/**
 * Streams an export. An error before the first byte gets a problem response. A later error closes the
 * connection before the end of the body, so that the client detects an incomplete transfer.
 */
export async function sendExport(
  reply: FastifyReply,
  { filename, format, chunks, warning }: Export,
): Promise<FastifyReply> {
  const first = await chunks.next()
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${filename}.${format}"`,
      'content-type': exportFormats[format].contentType,
      'x-content-type-options': 'nosniff',
      ...(warning !== undefined && { 'x-takeoff-warning': warning }),
    })
    .send(
      Readable.from(startingWith(first, chunks), {
        objectMode: false,
        highWaterMark: BUFFER_BYTES,
      }),
    )
}

/** A generator in its place would not close the rest when it is closed before its first step, as for a client that has left. */
function startingWith(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncIterable<string> {
  const waiting = [first]
  const iterator: AsyncIterator<string> = {
    next: async () => waiting.pop() ?? rest.next(),
    return: () => rest.return(undefined),
  }
  return { [Symbol.asyncIterator]: () => iterator }
}

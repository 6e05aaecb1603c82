import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { exportFormats } from './export-format.ts'
import type { ExportFormat } from './export-format.ts'

/** Read ahead of the client: a list or two. */
const BUFFER_BYTES = 65_536

export interface Export {
  /** Without its ending. */
  readonly filename: string
  readonly format: ExportFormat
  /** Read as far as the client takes them. */
  readonly chunks: AsyncGenerator<string>
  /** A client that takes nothing for so long is gone. */
  readonly clientIdleMs: number
}

/**
 * Streams an export. What goes wrong before the first byte is answered as a problem; after that it ends the
 * connection without the end of the body, so that the client sees a broken transfer and never takes a part
 * for the whole.
 */
export async function sendExport(
  reply: FastifyReply,
  { filename, format, chunks, clientIdleMs }: Export,
): Promise<FastifyReply> {
  const first = await chunks.next()
  const giveUp = (): void => void stream.destroy(new Error('the client of an export takes nothing'))
  const stream: Readable = Readable.from(
    watched(first, chunks, { limitMs: clientIdleMs, onIdle: giveUp }),
    { objectMode: false, highWaterMark: BUFFER_BYTES },
  )
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${filename}.${format}"`,
      'content-type': exportFormats[format].contentType,
      'x-content-type-options': 'nosniff',
    })
    .send(stream)
}

/** The time between handing a chunk over and being asked for the next one is the client's. */
async function* watched(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
  { limitMs, onIdle }: { readonly limitMs: number; readonly onIdle: () => void },
): AsyncGenerator<string> {
  try {
    for (let next = first; next.done !== true; next = await rest.next()) {
      const timer = setTimeout(onIdle, limitMs)
      try {
        yield next.value
      } finally {
        clearTimeout(timer)
      }
    }
  } finally {
    await rest.return(undefined)
  }
}

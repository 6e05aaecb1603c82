import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const LINE_END = 0x0a

/** Identifies the rows of a table by their number and the MD5 of their text. */
export interface Digest {
  readonly rows: number
  readonly md5: string
}

/** Reads rows, a line each, to the end, and writes them on. */
export async function digestOf(rows: Readable, to: Writable = nowhere()): Promise<Digest> {
  const hash = createHash('md5')
  let count = 0
  await pipeline(
    rows,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1))
          count += 1
        yield chunk
      }
    },
    to,
  )
  return { rows: count, md5: hash.digest('hex') }
}

/** The SHA-256 of bytes, which it reads to the end and writes on. */
export async function sha256Of(bytes: Readable, to: Writable = nowhere()): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(
    bytes,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    to,
  )
  return hash.digest('hex')
}

/** Whether two tables have the same rows. */
export function isEqual(one: Digest, other: Digest): boolean {
  return one.rows === other.rows && one.md5 === other.md5
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}

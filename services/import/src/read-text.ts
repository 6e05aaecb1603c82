import { createReadStream } from 'node:fs'
import type { RecordSource } from './record-source.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

/**
 * The text of a UTF-8 file in pieces, without its byte order mark.
 * @throws UnreadableFileError for a file that is empty, not UTF-8, or cannot be read
 */
export async function* readText(source: RecordSource): AsyncGenerator<string> {
  const { name, path, onBytes, stop } = source
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isEmpty = true
  const decode = (bytes?: Buffer): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch (error) {
      throw new UnreadableFileError(
        `${name} is not UTF-8. Save it as UTF-8; in Excel choose "CSV UTF-8".`,
        { cause: error },
      )
    }
  }
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { signal: stop })
  for await (const bytes of chunks) {
    onBytes(bytes.length)
    const text = decode(bytes)
    isEmpty &&= text.trim() === ''
    if (text !== '') yield text
  }
  const rest = decode()
  if (rest !== '') yield rest
  if (isEmpty) throw new UnreadableFileError(`${name} is empty.`)
}

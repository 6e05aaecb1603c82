import { readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'

const INTERVAL_MS = 500
const CHUNK_BYTES = 65_536

/** Reports each line that is appended to a file from now on. Disposing reports the last ones. */
export async function followLog(
  file: string,
  onLine: (line: string) => void,
): Promise<AsyncDisposable> {
  const handle = await open(file, 'a+')
  const lines = createLineSplitter(onLine)
  const buffer = Buffer.alloc(CHUNK_BYTES)
  let position = (await handle.stat()).size
  // Most reads find nothing, and waking a thread for one costs more than the read.
  const catchUp = (): void => {
    for (;;) {
      const bytesRead = readSync(handle.fd, buffer, { position })
      if (bytesRead === 0) return
      position += bytesRead
      lines(buffer.subarray(0, bytesRead))
    }
  }
  const timer = setInterval(catchUp, INTERVAL_MS)
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    clearInterval(timer)
    catchUp()
    await handle.close()
  }
  return {
    // A stack that went over to another transport has stopped its first services before.
    [Symbol.asyncDispose]: () => (closing ??= close()),
  }
}

function createLineSplitter(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  return (chunk) => {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  }
}

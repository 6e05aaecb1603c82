import type { Socket } from 'node:net'

const HEAD_END = '\r\n\r\n'

/** Parses the requests of a connection from its bytes by hand, which costs a process less than Node's HTTP server. */
export function readRequests(
  socket: Socket,
  onRequest: (body: string, head: string) => void,
): void {
  let rest: Buffer | undefined
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    let bytes = rest === undefined ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const bodyAt = bytes.indexOf(HEAD_END) + HEAD_END.length
      if (bodyAt < HEAD_END.length) break
      const head = bytes.toString('latin1', 0, bodyAt)
      const end = bodyAt + contentLengthOf(head)
      if (bytes.length < end) break
      onRequest(bytes.toString('latin1', bodyAt, end), head)
      bytes = bytes.subarray(end)
    }
    rest = bytes.length > 0 ? bytes : undefined
  })
}

function contentLengthOf(head: string): number {
  const match = /\r\ncontent-length: (\d+)/i.exec(head)
  if (match === null) throw new Error(`a request without a length:\n${head}`)
  return Number(match[1])
}

import type { ServerResponse } from 'node:http'

/** The response to a request. */
export type Respond = (response: ServerResponse) => void

const ENDLESS_CHUNK = Buffer.alloc(1024, '.')
const ENDLESS_INTERVAL_MS = 20
const LARGE_HEADER = 'x'.repeat(256 * 1024)

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Respond =>
  (response) => {
    response.writeHead(code, headers)
    // These statuses have no body by definition.
    response.end(code === 204 || code === 304 ? undefined : `responded with ${code}`)
  }

export const ok = status(204)

/** Never responds. */
export const hang: Respond = () => undefined

/** Resets the connection. */
export const reset: Respond = ({ socket }) => socket?.resetAndDestroy()

/** Ends the connection in the middle of the headers. */
export const cutOff: Respond = ({ socket }) => socket?.end('HTTP/1.1 200 OK\r\ncontent-le')

/** A response that is not HTTP. */
export const malformed: Respond = ({ socket }) => socket?.end('220 mail.example ESMTP\r\n')

/** 200, then a body that continues until the sender disconnects. */
export const endless: Respond = (response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write(ENDLESS_CHUNK), ENDLESS_INTERVAL_MS)
  response.once('close', () => clearInterval(timer))
}

export const largeHeaders: Respond = status(200, { 'x-large': LARGE_HEADER })

/** The responses in order; the last one is repeated. */
export function inTurn(...responses: [Respond, ...Respond[]]): (nth: number) => Respond {
  return (nth) => responses[Math.min(nth, responses.length - 1)] ?? ok
}

import { SubgraphFault } from '../subgraph-fault.ts'

export interface RequestParts {
  /** Of the address, with its port. */
  readonly host: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What goes out in one write. Text is of one byte a character (latin1). */
export type RequestMessage = string | Buffer

const PATH = /^\/[\x21-\x7e\x80-\xff]*$/
const FIELD_NAME = /^[\w!#$%&'*+.^`|~-]+$/
/** Anything else, line breaks above all, would let a client write headers and requests of its own. */
const NOT_IN_A_VALUE = /[^\t\x20-\x7e\x80-\xff]/

/**
 * A POST as it goes over the wire, whose connection is to be kept.
 * @throws SubgraphFault when something of it cannot be sent
 */
export function requestMessage({ host, path, headers, body }: RequestParts): RequestMessage {
  if (!PATH.test(path)) throw new SubgraphFault('cannot be asked at this path')
  const byteLength = Buffer.byteLength(body)
  const head =
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n${fieldLines(headers)}` +
    `content-length: ${byteLength}\r\n\r\n`
  if (byteLength === body.length) return head + body
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)])
}

function fieldLines(headers: Readonly<Record<string, string>>): string {
  let lines = ''
  for (const [name, value] of Object.entries(headers)) {
    if (!FIELD_NAME.test(name) || NOT_IN_A_VALUE.test(value))
      throw new SubgraphFault(`cannot be sent the header ${JSON.stringify(name)}`)
    lines += `${name}: ${value}\r\n`
  }
  return lines
}

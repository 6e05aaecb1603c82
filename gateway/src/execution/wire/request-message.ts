import { SubgraphFault } from '../subgraph-fault.ts'

export type Headers = Readonly<Record<string, string>>

export interface RequestTarget {
  /** Of the address, with its port. */
  readonly host: string
  readonly path: string
  /** Of every request. */
  readonly headers: Headers
}

export interface RequestParts {
  /** What `requestLines` has made. */
  readonly lines: string
  /** Besides those of every request. */
  readonly headers: HeaderLines
  readonly body: string
}

/** What goes out in one write. Text is of one byte a character (latin1). */
export type RequestMessage = string | Buffer

const PATH = /^\/[\x21-\x7e\x80-\xff]*$/
const FIELD_NAME = /^[\w!#$%&'*+.^`|~-]+$/
/** Anything else, line breaks above all, would let a client write headers and requests of its own. */
const NOT_IN_A_VALUE = /[^\t\x20-\x7e\x80-\xff]/

/** Headers as lines, which are made when they are first sent, for all requests with the same headers. */
export class HeaderLines {
  readonly #headers: Headers
  #text: string | undefined

  constructor(headers: Headers) {
    this.#headers = headers
  }

  /** @throws SubgraphFault when a header cannot be sent */
  get text(): string {
    return (this.#text ??= fieldLines(this.#headers))
  }
}

/**
 * The lines with which every request to a target begins: a POST, whose connection is to be kept.
 * @throws SubgraphFault when something of it cannot be sent
 */
export function requestLines({ host, path, headers }: RequestTarget): string {
  if (!PATH.test(path)) throw new SubgraphFault('cannot be asked at this path')
  return `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n${fieldLines(headers)}`
}

/**
 * A request as it goes over the wire.
 * @throws SubgraphFault when a header cannot be sent
 */
export function requestMessage({ lines, headers, body }: RequestParts): RequestMessage {
  const begin = `${lines}${headers.text}content-length: `
  const text = `${begin}${body.length}\r\n\r\n${body}`
  // To count the bytes of a text puts it into one piece, which would be done for the socket anyway.
  if (Buffer.byteLength(text) === text.length) return text
  const byteLength = Buffer.byteLength(body)
  if (byteLength === body.length) return text
  const head = Buffer.from(`${begin}${byteLength}\r\n\r\n`, 'latin1')
  return Buffer.concat([head, Buffer.from(body)])
}

function fieldLines(headers: Headers): string {
  let lines = ''
  for (const name in headers) {
    const value = headers[name] ?? ''
    if (!FIELD_NAME.test(name) || NOT_IN_A_VALUE.test(value))
      throw new SubgraphFault(`cannot be sent the header ${JSON.stringify(name)}`)
    lines += `${name}: ${value}\r\n`
  }
  return lines
}

import { SubgraphFault } from '../subgraph-fault.ts'
import { parseFields, parseHead } from './answer-head.ts'

/** Who hears an answer. */
export interface AnswerListener {
  /** Once, before any of the body. */
  onHead(statusCode: number, contentType: string | undefined): void
  /**
   * In as few pieces as it came: a piece for each of many small chunks would take a hundred times their memory.
   * @param bytes are the listener's until it returns
   * @param isEnd no other piece comes
   */
  onBody(bytes: Buffer, isEnd: boolean): void
}

/** Of a head, of the line of a chunk, and of all trailers. */
const LINES_BYTES_MAX = 16_384

const TOKEN = /[\w!#$%&'*+.^`|~-]+/.source
const QUOTED = /"[\t\x20\x21\x23-\x5b\x5d-\x7e\x80-\xff]*"/.source
/** The size of a chunk, and extensions that mean nothing to anybody. */
const CHUNK_SIZE = new RegExp(`^([\\da-f]{1,8})(?:;${TOKEN}(?:=(?:${TOKEN}|${QUOTED}))?)*$`, 'i')

type Part =
  'head' | 'sized' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailers' | 'until-close' | 'nothing'

const NOTHING = Buffer.of()

/** Reads one answer, however its bytes are cut. Whatever could be understood in two ways is refused. */
export class AnswerReader {
  readonly #listener: AnswerListener
  readonly #bytesMax: number
  /** What comes next. */
  #part: Part = 'head'
  #bytes: Buffer = NOTHING
  #at = 0
  /** Where those of the body lie, moved together; at 0 while there are none. */
  #bodyStart = 0
  #bodyEnd = 0
  /** The beginning of lines that did not end yet. */
  #held = ''
  /** Of a body or chunk of known size. */
  #bytesLeft = 0
  #bodyBytes = 0
  #trailerBytes = 0
  #idleMs = 0

  /** @param bytesMax of the body */
  constructor(listener: AnswerListener, bytesMax: number) {
    this.#listener = listener
    this.#bytesMax = bytesMax
  }

  /** How long the connection can be used after this answer; 0 when it cannot. */
  get idleMs(): number {
    return this.#idleMs
  }

  /**
   * Takes what came, and moves some of it. The bytes are its caller's again afterwards.
   * @returns whether the answer is at its end
   * @throws SubgraphFault when it is malformed or too large, or when something comes after its end
   */
  read(bytes: Buffer): boolean {
    this.#bytes = bytes
    this.#at = 0
    this.#bodyStart = 0
    this.#bodyEnd = 0
    while (this.#readPart()) if (this.#part === 'nothing') break
    const isEnd = this.#part === 'nothing'
    if (this.#bodyStart < this.#bodyEnd)
      this.#listener.onBody(bytes.subarray(this.#bodyStart, this.#bodyEnd), isEnd)
    if (!isEnd) return false
    if (this.#at < bytes.length) throw new SubgraphFault('sent more than its answer')
    return true
  }

  /**
   * The other side sends no more.
   * @throws SubgraphFault when the answer is not at its end
   */
  end(): void {
    if (this.#part !== 'until-close') throw new SubgraphFault('closed the connection')
  }

  /** False when more bytes are needed. */
  #readPart(): boolean {
    switch (this.#part) {
      case 'head':
        return this.#readHead()
      case 'sized':
        return this.#readBytes('nothing')
      case 'chunk-size':
        return this.#readChunkSize()
      case 'chunk':
        return this.#readBytes('chunk-end')
      case 'chunk-end':
        return this.#readChunkEnd()
      case 'trailers':
        return this.#readTrailer()
      case 'until-close':
        this.#bytesLeft = this.#bytes.length - this.#at
        return this.#readBytes('until-close') && false
      case 'nothing':
        return false
    }
  }

  #readHead(): boolean {
    const text = this.#textUntil('\r\n\r\n')
    if (text === undefined) return false
    const { statusCode, contentType, body, idleMs } = parseHead(text)
    if (statusCode === 101) throw new SubgraphFault('wants to speak another protocol')
    if (statusCode < 200) {
      // One that tells of a body or of an end would be the answer to another reader.
      if (idleMs === 0) throw new SubgraphFault(`answered ${statusCode} as if it were the answer`)
      return true
    }
    this.#idleMs = idleMs
    this.#bytesLeft = typeof body === 'number' ? body : 0
    if (body === 'chunked') this.#part = 'chunk-size'
    else if (body === 'until-close') this.#part = 'until-close'
    else this.#part = body === 0 ? 'nothing' : 'sized'
    this.#listener.onHead(statusCode, contentType)
    return true
  }

  #readBytes(next: Part): boolean {
    const end = Math.min(this.#at + this.#bytesLeft, this.#bytes.length)
    const size = end - this.#at
    if (size > 0) {
      this.#bodyBytes += size
      if (this.#bodyBytes > this.#bytesMax)
        throw new SubgraphFault(`answered more than ${this.#bytesMax} bytes`)
      this.#gather(end)
    }
    this.#at = end
    this.#bytesLeft -= size
    if (this.#bytesLeft > 0) return false
    this.#part = next
    return true
  }

  /** Puts the bytes up to here behind those of the body that came with them. */
  #gather(end: number): void {
    if (this.#bodyEnd === 0) {
      this.#bodyStart = this.#at
      this.#bodyEnd = end
    } else {
      this.#bytes.copyWithin(this.#bodyEnd, this.#at, end)
      this.#bodyEnd += end - this.#at
    }
  }

  #readChunkSize(): boolean {
    const line = this.#textUntil('\r\n')
    if (line === undefined) return false
    const size = CHUNK_SIZE.exec(line)?.[1]
    if (size === undefined) throw new SubgraphFault('answered with a malformed chunk')
    this.#bytesLeft = Number.parseInt(size, 16)
    this.#part = this.#bytesLeft === 0 ? 'trailers' : 'chunk'
    return true
  }

  #readChunkEnd(): boolean {
    const line = this.#textUntil('\r\n')
    if (line === undefined) return false
    if (line !== '') throw new SubgraphFault('answered with a malformed chunk')
    this.#part = 'chunk-size'
    return true
  }

  #readTrailer(): boolean {
    const line = this.#textUntil('\r\n')
    if (line === undefined) return false
    this.#trailerBytes += line.length
    if (this.#trailerBytes > LINES_BYTES_MAX) throw tooLong()
    const { contentLength, transferEncoding } = parseFields(line, 0)
    if (contentLength !== undefined || transferEncoding !== undefined)
      throw new SubgraphFault('answered with a length in its trailers')
    if (line === '') this.#part = 'nothing'
    return true
  }

  /** The text before the mark, which is skipped. Undefined, with what there is held, when the mark is still to come. */
  #textUntil(mark: '\r\n' | '\r\n\r\n'): string | undefined {
    if (this.#held !== '') return this.#heldTextUntil(mark)
    const end = this.#bytes.indexOf(mark, this.#at, 'latin1')
    const text = this.#bytes.toString('latin1', this.#at, end === -1 ? this.#bytes.length : end)
    if (text.length > LINES_BYTES_MAX) throw tooLong()
    if (end === -1) {
      this.#held = text
      this.#at = this.#bytes.length
      return undefined
    }
    this.#at = end + mark.length
    return text
  }

  /** The same for text whose beginning came before; the mark itself may be cut, too. */
  #heldTextUntil(mark: '\r\n' | '\r\n\r\n'): string | undefined {
    const held = this.#held
    const text = held + this.#bytes.toString('latin1', this.#at)
    const end = text.indexOf(mark, Math.max(0, held.length - mark.length + 1))
    if ((end === -1 ? text.length : end) > LINES_BYTES_MAX) throw tooLong()
    this.#held = end === -1 ? text : ''
    this.#at = end === -1 ? this.#bytes.length : this.#at + end + mark.length - held.length
    return end === -1 ? undefined : text.slice(0, end)
  }
}

function tooLong(): SubgraphFault {
  return new SubgraphFault(`answered with more than ${LINES_BYTES_MAX} bytes of headers`)
}

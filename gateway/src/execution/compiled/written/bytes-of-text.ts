import { isUtf8 } from 'node:buffer'

export interface BytesOfText {
  /** Those of the text, and behind them a zero, which stands nowhere in JSON: whoever compares all that it skips ends there. */
  readonly bytes: Buffer
  /** The same, four bytes at a time. */
  readonly view: DataView
}

/** Texts up to this size are looked at in the same memory: to take some for each costs four times as much as to fill it. */
const SHARED_BYTES = 1_048_576
/** Four bytes are looked at together, and the first of them is the one behind the text at the latest. */
const BEHIND = Buffer.alloc(4)

const shared = allocate(SHARED_BYTES)

/**
 * The bytes of a text with a character for each, until the next text is asked for.
 * @returns undefined when they are not UTF-8
 */
export function bytesOfText(text: string): BytesOfText | undefined {
  const size = text.length + BEHIND.length
  const own = size <= SHARED_BYTES ? shared : allocate(size)
  own.bytes.write(text, 'latin1')
  BEHIND.copy(own.bytes, text.length)
  return isUtf8(own.bytes.subarray(0, text.length)) ? own : undefined
}

function allocate(size: number): BytesOfText {
  const bytes = Buffer.allocUnsafeSlow(size)
  return { bytes, view: new DataView(bytes.buffer) }
}

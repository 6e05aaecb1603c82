import { isUtf8 } from 'node:buffer'

export interface BytesOfText {
  /**
   * The bytes of the text and then a zero, which JSON does not contain: a reader that compares every byte it skips ends
   * there.
   */
  readonly bytes: Buffer
  /** The memory of `bytes`, to read four of them at a time. */
  readonly view: DataView
}

/** Texts up to this size share the same memory: an allocation for each costs four times as much as the copy. */
const SHARED_BYTES = 1_048_576
/** Four bytes are compared together, and the first of them is at most the one behind the text. */
const BEHIND = Buffer.alloc(4)

const shared = allocate(SHARED_BYTES)

/**
 * A copy of a text's bytes, until the next text is copied.
 * @returns undefined when they are not UTF-8
 */
export function comparableBytes(text: Buffer): BytesOfText | undefined {
  if (!isUtf8(text)) return undefined
  const size = text.length + BEHIND.length
  const own = size <= SHARED_BYTES ? shared : allocate(size)
  own.bytes.set(text)
  BEHIND.copy(own.bytes, text.length)
  return own
}

function allocate(size: number): BytesOfText {
  const bytes = Buffer.allocUnsafeSlow(size)
  return { bytes, view: new DataView(bytes.buffer) }
}

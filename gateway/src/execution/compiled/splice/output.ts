const FIRST_LENGTH = 1_048_576
/** Up to this length a loop is faster than a call into native code. */
const LOOP_MAX = 48

/** Bytes of a response while it is written, in memory outside the heap that is used again for the next one. */
export class Output {
  #bytes = Buffer.allocUnsafeSlow(FIRST_LENGTH)
  length = 0

  /** Appends bytes of a source. */
  write(source: Buffer, start: number, end: number): void {
    const at = this.length
    const after = at + end - start
    if (after > this.#bytes.length) this.#grow(after)
    this.length = after
    const bytes = this.#bytes
    if (end - start > LOOP_MAX) source.copy(bytes, at, start, end)
    else for (let index = start, to = at; index < end; index += 1) bytes[to++] = source[index] ?? 0
  }

  /** Appends a copy of the bytes that were written between two offsets. */
  repeat(start: number, end: number): void {
    this.write(this.#bytes, start, end)
  }

  /**
   * Takes the written bytes, and empties the output.
   * @param spareBytes room behind it, in the same memory
   */
  take(spareBytes = 0): Buffer {
    const { length } = this
    const memory = Buffer.allocUnsafeSlow(length + spareBytes)
    this.#bytes.copy(memory, 0, 0, length)
    this.clear()
    return memory.subarray(0, length)
  }

  clear(): void {
    this.length = 0
    if (this.#bytes.length > FIRST_LENGTH) this.#bytes = Buffer.allocUnsafeSlow(FIRST_LENGTH)
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafeSlow(2 * length)
    this.#bytes.copy(larger, 0, 0, this.length)
    this.#bytes = larger
  }
}

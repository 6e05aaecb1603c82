/** Instead of a record: null, an unknown entity, or, as a reader's result, an unexpected value. */
export const NONE = -1

const FIRST_LENGTH = 16_384
/** Maximum tapes in reserve, and the longest of them: 16 MB at most. */
const FREE_MAX = 64
const FREE_LENGTH_MAX = 65_536
const free: Int32Array<ArrayBuffer>[] = []

/**
 * The records that readers make of the responses of one execution: whole numbers, each record identified by its offset.
 * They lie outside the heap, where collections of garbage do not copy them while the request waits for further
 * responses.
 */
export class Tape implements Disposable {
  ints = free.pop() ?? new Int32Array(FIRST_LENGTH)
  #length = 0
  readonly #elements: number[] = []

  /** Allocates a record; its contents are uninitialized. */
  reserve(size: number): number {
    const offset = this.#length
    this.#length += size
    if (this.#length > this.ints.length) this.#grow()
    return offset
  }

  #grow(): void {
    const ints = new Int32Array(Math.max(this.ints.length * 2, this.#length))
    ints.set(this.ints)
    this.ints = ints
  }

  /** Begins a list, which may be part of another one. */
  openList(): number {
    return this.#elements.length
  }

  add(element: number): void {
    this.#elements.push(element)
  }

  /** A record of the list's length and its elements. */
  closeList(start: number): number {
    const elements = this.#elements
    const length = elements.length - start
    const offset = this.reserve(length + 1)
    this.ints[offset] = length
    for (let index = 0; index < length; index += 1)
      this.ints[offset + 1 + index] = elements[start + index] ?? NONE
    elements.length = start
    return offset
  }

  [Symbol.dispose](): void {
    if (free.length < FREE_MAX && this.ints.length <= FREE_LENGTH_MAX) free.push(this.ints)
    this.ints = new Int32Array(0)
  }
}

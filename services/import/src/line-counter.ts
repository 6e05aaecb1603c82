const LINE_FEED = 10

/** Finds the lines of places in a text that is read in pieces, from its beginning to its end. */
export class LineCounter {
  /** Of the text that was added, without skipped pieces. */
  #byteSize = 0
  /** Lines before the first added piece, and those of places that were passed. */
  #line = 1
  /** The line ends that were not passed, as bytes of the added text. */
  #ends: number[] = []

  /** A blank piece before the text. */
  skip(bytes: Buffer): void {
    this.#line += endsIn(bytes).length
  }

  add(bytes: Buffer): void {
    for (const end of endsIn(bytes)) this.#ends.push(this.#byteSize + end)
    this.#byteSize += bytes.length
  }

  /** The line of a byte, from 1. Bytes come in their order: earlier line ends are forgotten. */
  lineAt(offset: number): number {
    const passed = this.#passed(offset)
    this.#line += passed
    this.#ends.splice(0, passed)
    return this.#line
  }

  /** The line of a byte, without forgetting. */
  peek(offset: number): number {
    return this.#line + this.#passed(offset)
  }

  #passed(offset: number): number {
    const next = this.#ends.findIndex((end) => end >= offset)
    return next === -1 ? this.#ends.length : next
  }
}

function endsIn(bytes: Buffer): number[] {
  const ends: number[] = []
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1))
    ends.push(at)
  return ends
}

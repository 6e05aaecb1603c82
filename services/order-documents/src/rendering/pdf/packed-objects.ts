import { deflateSync } from 'node:zlib'

// A reader unpacks a whole stream for one object of it.
const OBJECTS_MAX = 500
// Kind, place, index in the stream.
const WIDTHS = [1, 4, 2] as const
const ROW = WIDTHS[0] + WIDTHS[1] + WIDTHS[2]

interface Place {
  readonly stream: number
  readonly index: number
}

/** Objects of a PDF file that share streams, and the table that says where each object is. */
export class PackedObjects {
  readonly #places = new Map<number, Place>()
  #waiting: { readonly id: number; readonly text: string }[] = []
  #taken: readonly { readonly id: number }[] = []

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  get isFull(): boolean {
    return this.#waiting.length >= OBJECTS_MAX
  }

  add(id: number, text: string): void {
    this.#waiting.push({ id, text })
  }

  /** The content of the next stream: numbers and offsets of its objects, then the objects. */
  take(): { head: string; body: string; count: number } {
    const objects = this.#waiting
    this.#waiting = []
    this.#taken = objects
    const numbers: number[] = []
    let offset = 0
    for (const { id, text } of objects) {
      numbers.push(id, offset)
      offset += text.length + 1
    }
    const body = objects.map(({ text }) => text).join('\n')
    return { head: `${numbers.join(' ')}\n`, body, count: objects.length }
  }

  /** Records the stream of the objects that were taken last. */
  placeIn(stream: number): void {
    for (const [index, { id }] of this.#taken.entries()) this.#places.set(id, { stream, index })
  }

  /** The table of all objects, those that stand by themselves at the given offsets. */
  crossReference(offsets: readonly (number | null)[]) {
    const rows = Buffer.alloc((offsets.length + 1) * ROW)
    // Object 0 heads the list of free ones, which is empty.
    rows.writeUInt16BE(0xffff, ROW - WIDTHS[2])
    for (const [index, offset] of offsets.entries()) {
      const at = (index + 1) * ROW
      const place = this.#places.get(index + 1)
      rows.writeUInt8(place === undefined ? 1 : 2, at)
      rows.writeUInt32BE(place?.stream ?? offset ?? 0, at + WIDTHS[0])
      rows.writeUInt16BE(place?.index ?? 0, at + WIDTHS[0] + WIDTHS[1])
    }
    return {
      bytes: deflateSync(asDifferences(rows)),
      widths: `[${WIDTHS.join(' ')}]`,
      predictor: `<</Predictor 12 /Columns ${ROW}>>`,
    }
  }
}

/** Each row as what differs from the one above (PNG's filter 2): a tenth of the size when packed. */
function asDifferences(rows: Buffer): Buffer {
  const count = rows.length / ROW
  const differences = Buffer.alloc(count * (ROW + 1))
  for (let row = 0; row < count; row++) {
    differences[row * (ROW + 1)] = 2
    for (let column = 0; column < ROW; column++) {
      const above = row === 0 ? 0 : (rows[(row - 1) * ROW + column] ?? 0)
      differences[row * (ROW + 1) + 1 + column] = (rows[row * ROW + column] ?? 0) - above
    }
  }
  return differences
}

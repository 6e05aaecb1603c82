import type { Counter } from './layout.ts'

/** The counter of the objects of each field, by the response names that lead to it, joined by points. */
export type Counters = ReadonlyMap<string, Counter>

interface SplicedResponse {
  readonly body: Buffer
  /** Room behind the body, in the same memory. Default: none. */
  readonly spareBytes?: number
  readonly counts: readonly number[]
  readonly counters: Counters
}

/** The client's data as JSON text. */
export class SplicedData {
  /** The response without errors and extensions: to add the head later would copy all of it. */
  readonly body: Buffer
  /** How many objects and nulls there are of each field. */
  readonly counts: readonly number[]
  readonly counters: Counters
  readonly #spareBytes: number

  constructor({ body, spareBytes = 0, counts, counters }: SplicedResponse) {
    this.body = body
    this.#spareBytes = spareBytes
    this.counts = counts
    this.counters = counters
  }

  /** The response with extensions, an object; in the memory of the body where it has room for them. */
  withExtensions(extensions: unknown): Buffer {
    const members = Buffer.from(`,"extensions":${JSON.stringify(extensions)}}`)
    const head = this.body.subarray(0, -1)
    if (members.length - 1 > this.#spareBytes) return Buffer.concat([head, members])
    const { buffer, byteOffset } = this.body
    const whole = Buffer.from(buffer, byteOffset, head.length + members.length)
    members.copy(whole, head.length)
    return whole
  }

  parse(): unknown {
    return (JSON.parse(this.body.toString()) as { readonly data: unknown }).data
  }
}

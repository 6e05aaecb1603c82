import type { Counter } from './blueprint.ts'

/** Where the objects of each field are counted, by the response names that lead to it, joined by points. */
export type Counters = ReadonlyMap<string, Counter>

/** The client's data as JSON text. */
export class WrittenData {
  /** A character for each byte of its UTF-8. */
  readonly text: string
  /** How many objects and nulls there are of each field. */
  readonly counts: readonly number[]
  readonly counters: Counters

  constructor(text: string, counts: readonly number[], counters: Counters) {
    this.text = text
    this.counts = counts
    this.counters = counters
  }

  parse(): unknown {
    return JSON.parse(Buffer.from(this.text, 'latin1').toString('utf8'))
  }
}

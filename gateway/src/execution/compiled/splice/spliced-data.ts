import type { Counter } from './layout.ts'

/** Where the objects of each field are counted, by the response names that lead to it, joined by points. */
export type Counters = ReadonlyMap<string, Counter>

/** The client's data as JSON text. */
export class SplicedData {
  readonly json: Buffer
  /** How many objects and nulls there are of each field. */
  readonly counts: readonly number[]
  readonly counters: Counters

  constructor(json: Buffer, counts: readonly number[], counters: Counters) {
    this.json = json
    this.counts = counts
    this.counters = counters
  }

  parse(): unknown {
    return JSON.parse(this.json.toString())
  }
}

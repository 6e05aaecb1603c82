import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  aggregateStateSchema,
  statesEndSchema,
  statesHeaderSchema,
} from '@takeoff/contracts/aggregate-states'
import type {
  AggregateState,
  AggregateType,
  StatesHeader,
} from '@takeoff/contracts/aggregate-states'
import type { z } from 'zod'
import { UsageError } from '../service/command-line.ts'
import { invariant } from '../values/invariant.ts'
import { parseJson } from '../values/json.ts'
import { linesOf } from '../values/lines.ts'
import { readInOrder } from './read-in-order.ts'
import type { Snapshot } from './read-in-order.ts'
import type { StatedType } from './states-sql.ts'

/** Writes what a service has into a file, one JSON value a line. */
export async function writeStates(
  file: string,
  { service, at }: { readonly service: string; readonly at: Date },
  types: readonly StatedType[],
  snapshot: Snapshot,
): Promise<void> {
  const lines = async function* (): AsyncGenerator<string> {
    const header = { service, at: at.toISOString(), types: types.map(({ type }) => type) }
    yield lineOf(header satisfies StatesHeader)
    let aggregates = 0
    for (const { type, select } of types) {
      for await (const { createdAt, updatedAt, ...row } of readInOrder(snapshot, select, {})) {
        const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
        yield lineOf({ type, ...row, ...times } satisfies AggregateState)
        aggregates += 1
      }
    }
    yield lineOf({ aggregates })
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`

/** The states of a service, read from its file line by line. */
export class States implements AsyncDisposable {
  readonly file: string
  readonly #opened: FileHandle
  readonly #lines: AsyncIterator<string>
  #header: StatesHeader | undefined
  #number = 0
  /** The next line, parsed; undefined after the last one. */
  #line: unknown

  private constructor(file: string, opened: FileHandle) {
    this.file = file
    this.#opened = opened
    this.#lines = linesOf(opened.createReadStream({ encoding: 'utf8' }))
  }

  /** @throws UsageError when it is not such a file */
  static async open(file: string): Promise<States> {
    const opened = await open(file).catch((error: Error) => {
      throw new UsageError(`${file} cannot be read: ${error.message}`, { cause: error })
    })
    const states = new States(file, opened)
    try {
      await states.#next()
      states.#header = states.#parse(statesHeaderSchema)
      await states.#next()
      return states
    } catch (error) {
      await states[Symbol.asyncDispose]()
      throw error
    }
  }

  /** Closes the file. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened.close()
  }

  get header(): StatesHeader {
    invariant(this.#header !== undefined, 'the header was not read')
    return this.#header
  }

  /** Those of a type; the types are to be read in the order of the header, each to its end. */
  async *of(type: AggregateType): AsyncGenerator<AggregateState> {
    while (typeOf(this.#line) === type) {
      yield this.#parse(aggregateStateSchema)
      await this.#next()
    }
  }

  /**
   * To be called after the last type.
   * @throws UsageError when the file is not complete
   */
  requireEnd(): void {
    this.#parse(statesEndSchema)
  }

  async #next(): Promise<void> {
    const { done, value } = await this.#lines.next()
    this.#number += 1
    // A line that was cut off is not valid JSON.
    this.#line = done === true ? undefined : parseJson(value)
  }

  #parse<T>(schema: z.ZodType<T>): T {
    const parsed = schema.safeParse(this.#line)
    if (parsed.success) return parsed.data
    throw new UsageError(
      `${this.file}, line ${this.#number}: this is not what verify --write writes, or it is not complete.`,
    )
  }
}

function typeOf(line: unknown): unknown {
  return typeof line === 'object' && line !== null && 'type' in line ? line.type : undefined
}

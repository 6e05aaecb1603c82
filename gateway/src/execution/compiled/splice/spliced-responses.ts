import { invariant } from '@takeoff/kit/values/invariant'
import { entityRequest, gatherRepresentations, keyObjects } from '../entities.ts'
import type { Key, KeyedObjects, Represented, SentList } from '../entities.ts'
import type { ExecutionContext } from '../operation.ts'
import type { Fetch, PlannedRequest } from '../requests.ts'
import { variablesText } from '../run-requests.ts'
import type { Prepared, Work } from '../run-requests.ts'
import type { SubgraphReply } from '../subgraph-call.ts'
import { COUNTS_EACH } from './layout.ts'
import { Output } from './output.ts'
import type { ObjectReader, ReadState } from './reader-code.ts'
import { readEntities } from './reader.ts'
import type { RootReader } from './reader.ts'
import type { Recorded, Representation } from './representation.ts'
import type { RepresentedObjects } from './represented-objects.ts'
import { SplicedData } from './spliced-data.ts'
import type { Counters } from './spliced-data.ts'
import { NONE } from './tape.ts'
import type { Tape } from './tape.ts'
import type { LazyWriter } from './writer.ts'

/** Shared by all responses, because a response is written synchronously. */
const output = new Output()
const HEAD = Buffer.from('{"data":')
const END = Buffer.from('}')
/** Space for the extensions of a response without warnings. */
const EXTENSIONS_BYTES = 512

/** How responses to an operation are read and written. */
export interface CompiledSplice {
  readonly roots: readonly { readonly fetch: Fetch; readonly read: RootReader }[]
  readonly entities: ReadonlyMap<Fetch, CompiledEntities>
  readonly writer: LazyWriter
  readonly counters: Counters
  /** Number of lists of records for which entities are fetched. */
  readonly recordListCount: number
  readonly fetches: number
}

/** The objects that a fetch of entities is sent for, and the reader of its response. */
export interface CompiledEntities extends RepresentedObjects {
  readonly reader: ObjectReader
}

interface SentLists {
  readonly lists: readonly SentList[]
}

/** Reads responses as far as the plan needs them, and writes the client's response at the end. */
export class SplicedResponses implements Work<SentLists> {
  readonly #compiled: CompiledSplice
  readonly #context: ExecutionContext
  readonly #tape: Tape
  readonly #counts: number[]
  readonly #recordLists: number[][]
  readonly #isShared: boolean[]
  readonly #roots: number[]
  /** The response bodies, by number of the request. */
  readonly #bodies: Buffer[] = []
  readonly #texts: string[] = []
  readonly #keyedObjects = new Map<Representation, KeyedObjects<number>>()
  #isGivenUp = false

  constructor(compiled: CompiledSplice, context: ExecutionContext, tape: Tape) {
    this.#compiled = compiled
    this.#context = context
    this.#tape = tape
    this.#counts = zeros(compiled.counters.size * COUNTS_EACH)
    this.#recordLists = Array.from({ length: compiled.recordListCount }, () => [])
    this.#isShared = Array.from({ length: compiled.fetches }, () => false)
    this.#roots = zeros(compiled.roots.length)
  }

  /** No request is sent after an unexpected response. */
  get isOver(): boolean {
    return this.#isGivenUp || this.#context.isCancelled()
  }

  prepare(request: PlannedRequest): Prepared<SentLists> | undefined {
    const { root, lists, head, variables } = request
    if (root !== undefined)
      return { body: `${head}${this.#variables(variables)}}}`, sent: { lists: [] } }
    const representations = lists.map(({ fetches }) =>
      gatherRepresentations(
        fetches.map((fetch) => this.#keyed(this.#entitiesOf(fetch))),
        (record, index) => this.#textOf(fetches[index], record),
      ),
    )
    const composed = entityRequest(request, representations, this.#variables)
    return composed && { body: composed.body, sent: { lists: composed.lists } }
  }

  readonly #variables = (names: readonly string[]): string =>
    variablesText(names, this.#context.variables)

  /** Fetches of the same objects often need the same keys, which are computed once. */
  #keyed({ recordList, representation }: CompiledEntities): KeyedObjects<number> {
    const known = this.#keyedObjects.get(representation)
    if (known !== undefined) return known
    const recorded = this.#recorded()
    const keyOf = (record: number): Key | undefined => representation.keyOf(record, recorded)
    const keyed = keyObjects(this.#recordLists[recordList] ?? [], keyOf, representation.shape)
    this.#keyedObjects.set(representation, keyed)
    return keyed
  }

  #textOf(fetch: Fetch | undefined, record: number): string {
    invariant(fetch !== undefined, 'each list has its fetches')
    return this.#entitiesOf(fetch).representation.textOf(record, this.#recorded())
  }

  #recorded(): Recorded {
    return { ints: this.#tape.ints, textOf: this.#bodyText }
  }

  /**
   * A body as text, cached until the end of this turn of the event loop: the requests that follow a response need the
   * same one, and garbage collections would copy text that is held with the request.
   */
  readonly #bodyText = (request: number): string => {
    if (this.#texts.length === 0) queueMicrotask(() => (this.#texts.length = 0))
    return (this.#texts[request] ??= this.#bodies[request]?.toString('latin1') ?? '')
  }

  #entitiesOf(fetch: Fetch): CompiledEntities {
    const entities = this.#compiled.entities.get(fetch)
    invariant(entities !== undefined, 'each fetch of entities is compiled')
    return entities
  }

  receive({ root, number }: PlannedRequest, { lists }: SentLists, { body }: SubgraphReply): void {
    const isRead =
      body !== undefined &&
      (root === undefined ? this.#readEntities(body, lists) : this.#readRoot(body, root))
    if (isRead) this.#bodies[number] = body
    else this.#isGivenUp = true
  }

  #readRoot(body: Buffer, fetch: Fetch): boolean {
    const index = this.#compiled.roots.findIndex((root) => root.fetch === fetch)
    const data = this.#compiled.roots[index]?.read(body, this.#state) ?? NONE
    this.#roots[index] = data
    return data !== NONE
  }

  #readEntities(body: Buffer, lists: readonly SentList[]): boolean {
    const readings = lists.map(({ list, name, representations: { count, fetches } }) => ({
      name,
      count,
      fetches: list.fetches.map((fetch, index) => ({
        reader: this.#entitiesOf(fetch).reader,
        needed: list.fetches.length === 1 ? undefined : new Set(fetches[index]?.indexes),
      })),
    }))
    const all = readEntities(body, this.#state, readings)
    if (all === undefined) return false
    for (const [listIndex, { list, representations }] of lists.entries())
      for (const [index, fetch] of list.fetches.entries())
        this.#attach(fetch, representations.fetches[index], all[listIndex]?.[index] ?? [])
    return true
  }

  /** Stores in the records of objects where the records of their entities are. */
  #attach(fetch: Fetch, represented: Represented | undefined, entities: readonly number[]): void {
    const { keys, indexes } = represented ?? { keys: [], indexes: [] }
    const { recordList, slot } = this.#entitiesOf(fetch)
    const objects = this.#recordLists[recordList] ?? []
    const { ints } = this.#tape
    const byKey = indexes.map((index) => entities[index] ?? NONE)
    for (let objectIndex = 0; objectIndex < objects.length; objectIndex += 1)
      ints[(objects[objectIndex] ?? 0) + slot] = byKey[keys[objectIndex] ?? NONE] ?? NONE
    this.#isShared[fetch.number] = indexes.length < objects.length
  }

  get #state(): ReadState {
    return { tape: this.#tape, counts: this.#counts, recordLists: this.#recordLists }
  }

  finish(): SplicedData | undefined {
    if (this.isOver) return undefined
    const { writer, counters } = this.#compiled
    const state = {
      ints: this.#tape.ints,
      bodies: this.#bodies,
      output,
      counts: this.#counts,
      isShared: this.#isShared,
      reused: [],
    }
    output.clear()
    output.write(HEAD, 0, HEAD.length)
    if (!writer.write(state, ...this.#roots)) return undefined
    output.write(END, 0, END.length)
    const body = output.take(EXTENSIONS_BYTES)
    return new SplicedData({ body, spareBytes: EXTENSIONS_BYTES, counts: this.#counts, counters })
  }
}

function zeros(length: number): number[] {
  return Array.from({ length }, () => 0)
}

import type { FetchNode } from '@apollo/query-planner'
import type { GraphQLError, GraphQLObjectType } from 'graphql'
import type { Selecting } from '../collect-fields.ts'
import type { Decided } from '../conditions.ts'
import type { Ask, Run } from '../fetch.ts'
import type { JsonObject } from '../json.ts'
import type { PlannedOperation } from '../operation.ts'
import { COUNTS_EACH } from './blueprint.ts'
import { fetchSites } from './fetch-sites.ts'
import { NotWrittenError } from './not-written-error.ts'
import { compileEntitiesReader, compileRootReader } from './reader.ts'
import type { Reader } from './reader.ts'
import { weave } from './weave.ts'
import { compileWriter } from './writer.ts'
import { WrittenData } from './written-data.ts'

/** Undefined when the answers are not those of a plain success: the operation is to be executed in the other way. */
export type Write = (variables: JsonObject, ask: Ask) => Promise<WrittenData | undefined>

export interface Writable {
  readonly planned: PlannedOperation
  readonly selecting: Selecting
  readonly type: GraphQLObjectType
  readonly executePlan: (run: Run) => Promise<void>
}

/** Undefined when answers of the operation cannot be put together of texts. */
export function compileWrite(writable: Writable): Write | undefined {
  try {
    return compile(writable)
  } catch (error) {
    if (error instanceof NotWrittenError) return undefined
    throw error
  }
}

function compile({ planned, selecting, type, executePlan }: Writable): Write {
  const { decided } = selecting
  const sites = fetchSites(planned.plan, decided)
  const subgraphs = { schema: planned.supergraphSchema, decided }
  const weaving = { client: selecting, subgraphs, isOfType: planned.isOfType, sites }
  const { root, fetched, counters } = weave(weaving, type, [planned.operation.selectionSet])
  const readers = new Map<FetchNode, Reader>(
    [...fetched].map(([node, object]) => [
      node,
      node.requires ? compileEntitiesReader(object) : compileRootReader(object),
    ]),
  )
  const write = compileWriter(root)
  const zeros = Array.from({ length: counters.size * COUNTS_EACH }, () => 0)
  return (variables, ask) =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => resolve(undefined)
      const counts = [...zeros]
      const reading = new ReadingRun({ variables, decided, ask, readers, counts, giveUp })
      const finish = (): void => {
        const text = reading.errors.length === 0 ? write(reading.data, counts) : undefined
        resolve(text === undefined ? undefined : new WrittenData(text, counts, counters))
      }
      executePlan(reading).then(finish).catch(reject)
    })
}

interface Reading {
  readonly variables: JsonObject
  readonly decided: Decided
  readonly ask: Ask
  readonly readers: ReadonlyMap<FetchNode, Reader>
  readonly counts: number[]
  readonly giveUp: () => void
}

/** Reads what comes as far as the plan needs to. After an answer that is not as expected nobody is asked any more. */
class ReadingRun implements Run {
  readonly data: JsonObject = {}
  readonly errors: GraphQLError[] = []
  readonly variables: JsonObject
  readonly decided: Decided
  readonly #reading: Reading
  #isGivenUp = false

  constructor(reading: Reading) {
    this.#reading = reading
    this.variables = reading.variables
    this.decided = reading.decided
  }

  readonly ask: Run['ask'] = async (call, node) => {
    if (this.#isGivenUp) return {}
    const { ask, readers, counts, giveUp } = this.#reading
    const { body } = await ask(call)
    const data = body === undefined ? undefined : readers.get(node)?.(body, counts)
    if (data !== undefined) return { data }
    this.#isGivenUp = true
    giveUp()
    return {}
  }
}

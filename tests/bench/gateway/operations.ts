import { readFileSync } from 'node:fs'
import { operation } from '../operation.ts'
import { documentIdOf, listIdOf } from './made-up.ts'

/** An operation that every gateway executes. */
export interface Operation {
  readonly name: string
  readonly about: string
  /**
   * One request for each connection, each for another list: Hive Gateway deduplicates equal concurrent requests to
   * subgraphs, which rarely helps outside of a benchmark.
   */
  readonly bodies: readonly string[]
  /** Whether each request has its own authorization header. */
  readonly distinctCallers?: boolean
}

/** Requests under way at once. */
export const CONNECTIONS = 16
/** Concurrent requests of the deep operation. */
const DEEP_CONNECTIONS = 50
/** Documents of the list that the medium and the full operation read. */
export const DOCUMENTS = 2
/** The fields that a client shows of a whole list. */
export const FULL_QUERY = readOwn('full')

export async function readOperations(): Promise<Operation[]> {
  const [small, medium, heavy, mutation] = [
    readOwn('small'),
    readOwn('medium'),
    await operation('3-order-documents'),
    await operation('4-order-document-create'),
  ]
  return [
    {
      name: 'small',
      about: 'a list and its 10 documents',
      bodies: forEachConnection((index) => bodyOf(small, { id: listIdOf(0, index) })),
    },
    {
      name: 'medium',
      about: 'a list, its 60 items and 2 documents',
      bodies: forEachConnection((index) => bodyOf(medium, { id: listIdOf(60, index) })),
    },
    {
      name: 'full',
      about: 'the same with all fields of the list and its items',
      bodies: forEachConnection((index) => bodyOf(FULL_QUERY, { id: listIdOf(60, index) })),
    },
    {
      name: 'heavy',
      about: '200 order items, each with its list item from the other subgraph',
      bodies: forEachConnection((index) =>
        bodyOf(heavy, { orderDocumentIds: [documentIdOf(listIdOf(200, index), 0)] }),
      ),
    },
    {
      name: 'mutation',
      about: 'an order document is created',
      bodies: forEachConnection((index) =>
        bodyOf(mutation, {
          orderDocumentAttributes: {
            inputHtml: 'supplier',
            productionListId: String(listIdOf(200, index)),
          },
          purchaseOrderNumber: 'PO-1000',
        }),
      ),
    },
  ]
}

/** Over the generic supergraph: the stock planner needs 16 requests to subgraphs. */
export function deepOperation(): Operation {
  const query = readFileSync(
    new URL('../../fixtures/generic/deep.graphql', import.meta.url),
    'utf8',
  )
  return {
    name: 'deep',
    about: `entities of entities from four generic subgraphs, ${DEEP_CONNECTIONS} connections, each request of another caller`,
    bodies: forEachConnection((index) => bodyOf(query, { garden: `g${index}` }), DEEP_CONNECTIONS),
    distinctCallers: true,
  }
}

function forEachConnection(bodyOf: (index: number) => string, count = CONNECTIONS): string[] {
  return Array.from({ length: count }, (_, index) => bodyOf(index))
}

function readOwn(name: string): string {
  return readFileSync(new URL(`operations/${name}.graphql`, import.meta.url), 'utf8')
}

export function bodyOf(query: string, variables: object): string {
  return JSON.stringify({ query, variables })
}

import assert from 'node:assert/strict'
import { invariant } from '@takeoff/kit/values/invariant'
import type { JsonObject } from '@takeoff/kit/values/json'
import { clientContext, documentOf, loadGateway } from '../../../testing/load-gateway.ts'
import type { SentResponse } from '../../../testing/load-gateway.ts'
import type { SubgraphCall, SubgraphResponse } from '../../subgraph-call.ts'
import { SplicedData } from '../spliced-data.ts'

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.12",
  import: ["@key", "@shareable", "@external", "@requires", "@provides", "@interfaceObject"])`

const SUBGRAPHS = {
  catalog: `${LINK}
    type Query { book: Book  books: [Book]  sure: [Book!]!  grid: [[Book]]  media: Media  shelf: Shelf }
    type Mutation { rename(title: String): Book  burn: Boolean }
    scalar Any
    enum Kind { SOFT SOFTER HARD }
    interface Media @key(fields: "id") { id: ID!  title: String }
    type Book implements Media @key(fields: "id") {
      id: ID!  title: String  pages: Int  kind: Kind  any: Any  tags: [String]  maker: Person  weight: Float
      size: Size  toString: String  parts: [Part] @shareable
    }
    type Size { height: Int  width: Int! }
    type Part { label: String }
    type Shelf { label: String  best: Book  spare: Size }
    type Person @key(fields: "id") { id: ID!  name: String @shareable }`,
  shop: `${LINK}
    type Query { cheapest: Book  newest(first: Int): [Book] }
    type Mutation { restock: Book }
    type Book @key(fields: "id") @key(fields: "sku") {
      id: ID!  sku: ID!  price: Float  weight: Float @external  shipping: Int @requires(fields: "weight")
      size: Size @external  box: String @requires(fields: "size { height }")  offers: [Offer]  parts: [Part] @shareable
    }
    type Size { height: Int @external }
    type Part { price: Int }
    type Offer { price: Float  by: Person }
    type Person @key(fields: "id") { id: ID!  name: String @shareable  address: String }`,
  library: `${LINK} type Query { loan: Book } type Book @key(fields: "sku") { sku: ID! }`,
  reviews: `${LINK} type Media @key(fields: "id") @interfaceObject { id: ID!  rating: Int }`,
}

type Name = keyof typeof SUBGRAPHS
/** What each subgraph responds with, in the order of its requests; a response that is missing is an error. */
export type Responses = Readonly<
  Partial<Record<Name, readonly (SentResponse | Promise<SentResponse>)[]>>
>

export interface Result {
  /** Whether it came as text. */
  readonly isSpliced: boolean
  readonly response: unknown
  /** The subgraphs of the requests, in their order. */
  readonly requested: readonly string[]
  readonly bodies: readonly string[]
}

/** A gateway whose responses are made both by splicing and by merging. */
export class BothExecutions {
  calls: SubgraphCall[] = []
  #responses: Responses = {}
  readonly #gateway = loadGateway({
    schemas: SUBGRAPHS,
    send: (call) => {
      const earlier = this.calls.filter(({ subgraph }) => subgraph === call.subgraph).length
      this.calls.push(call)
      const error = { errors: [{ message: 'not now' }] }
      return this.#responses[call.subgraph as Name]?.[earlier] ?? error
    },
  })

  async #start(query: string, responses: Responses) {
    const gateway = await this.#gateway
    ;[this.#responses, this.calls] = [responses, []]
    const ready = await gateway.prepare(documentOf(query))
    invariant(ready !== undefined, 'only the stock executor runs this')
    return { gateway, ready }
  }

  async splice(query: string, responses: Responses, variables: JsonObject = {}): Promise<Result> {
    const { gateway, ready } = await this.#start(query, responses)
    const response = await gateway.splice(ready, variables, context)
    const { data } = response
    return {
      isSpliced: data instanceof SplicedData,
      response: JSON.parse(
        JSON.stringify(data instanceof SplicedData ? { data: data.parse() } : response),
      ),
      requested: this.calls.map(({ subgraph }) => subgraph),
      bodies: this.calls.map(({ body }) => body),
    }
  }

  /** The spliced result, after a check that merging has the same response and the same requests. */
  async both(query: string, responses: Responses, variables: JsonObject = {}): Promise<Result> {
    const { gateway, ready } = await this.#start(query, responses)
    const ordinary = await gateway.run(ready, variables, context)
    const bodies = this.calls.map(({ body }) => body)
    const result = await this.splice(query, responses, variables)
    assert.equal(JSON.stringify(result.response), JSON.stringify(ordinary))
    assert.deepEqual(result.bodies, bodies)
    return result
  }

  /** The numbers of objects and nulls of each field, by response names, joined by points. */
  async counts(query: string, responses: Responses): Promise<Record<string, number[]>> {
    const { gateway, ready } = await this.#start(query, responses)
    const { data } = await gateway.splice(ready, {}, context)
    if (!(data instanceof SplicedData)) throw new Error('it is not spliced')
    const { counters, counts } = data
    return Object.fromEntries([...counters].map(([path, at]) => [path, counts.slice(at, at + 2)]))
  }
}

const context = clientContext()

export const entities = (...found: readonly unknown[]): SubgraphResponse => ({
  data: { _entities: found },
})
export const data = (members: JsonObject): SubgraphResponse => ({ data: members })

/** A book with the members that plans request. */
export const book = (id: string, members: JsonObject = {}) => ({
  __typename: 'Book',
  id,
  ...members,
})

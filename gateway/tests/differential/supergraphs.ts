import path from 'node:path'
import { composeSupergraph } from '@takeoff/supergraph/composition/compose'
import { readSupergraphConfig } from '@takeoff/supergraph/composition/supergraph-config'
import { GENERIC_SCHEMAS } from '../../../tests/fixtures/generic/schemas.ts'

/** Schemas of subgraphs by name, and what they compose to. */
export interface Composed {
  readonly name: string
  readonly subgraphs: Readonly<Record<string, string>>
  readonly supergraphSdl: string
}

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.12", import: [
  "@key", "@shareable", "@external", "@requires", "@provides", "@override", "@inaccessible", "@interfaceObject"])`

/** Interfaces and unions across subgraphs, fields that need others, entities known by several keys. */
const LIBRARY = {
  catalog: `${LINK}
    type Query {
      media(id: ID!): Media
      shelf(first: Int = 3, kinds: [Kind!], filter: Filter): [Media!]!
      search(text: String): [Found]
      book(id: ID!): Book
      newest: Book!
      matrix: [[Int!]]
    }
    type Mutation { rename(id: ID!, title: String!): Book  touch: Media }
    enum Kind { PAPER SOUND MOVING }
    input Filter { kind: Kind, not: Filter, words: [String!], least: Float }
    interface Media @key(fields: "id") { id: ID!  title: String  kind: Kind  maker: Person  related(first: Int): [Media] }
    type Book implements Media @key(fields: "id") @key(fields: "sku") {
      id: ID!  sku: String!  title: String! @shareable  kind: Kind  maker: Person  related(first: Int): [Media]
      pages: Int!  weight: Float @shareable  size: Size @shareable  series: Series  blurb: String @override(from: "stock")
    }
    type Film implements Media @key(fields: "id") {
      id: ID!  title: String  kind: Kind  maker: Person  related(first: Int): [Media]  minutes: Int  cast: [Person!]
    }
    type Song implements Media @key(fields: "id") {
      id: ID!  title: String  kind: Kind  maker: Person  related(first: Int): [Media]  bars: [Float]
    }
    type Size @shareable { height: Float  width: Float! }
    type Series @key(fields: "owner { login }") { owner: Owner!  parts: [Book]  label: String! }
    type Owner @shareable { login: String! }
    union Found = Book | Film | Person
    type Person @key(fields: "id") { id: ID!  name: String @shareable  born: Int  made(first: Int): [Media!] }
  `,
  stock: `${LINK}
    type Query { warehouses(limit: Int): [Warehouse!]  cheapest: Book }
    type Mutation { restock(sku: String!, count: Int = 1): Book  sellOut: [Book!] }
    type Book @key(fields: "sku") {
      sku: String!  weight: Float @external  size: Size @external
      shipping: Float @requires(fields: "weight")
      box: String @requires(fields: "size { height width } weight")
      blurb: String
      place: Warehouse
    }
    type Size @shareable { height: Float  width: Float! }
    type Series @key(fields: "owner { login }") { owner: Owner!  stocked: Boolean }
    type Owner @shareable { login: String! }
    type Warehouse { name: String!  holds(first: Int): [Book!]  keeper: Person @provides(fields: "name") }
    type Person @key(fields: "id") { id: ID!  name: String @external }
  `,
  reviews: `${LINK}
    type Query { best(first: Int): [Review!] }
    type Mutation { review(media: ID!, stars: Int!): Review  forget(person: ID): Person! }
    type Media @key(fields: "id") @interfaceObject { id: ID!  copies: Int!  reviews: [Review]  rating: Float }
    type Review { stars: Int!  text: String  by: Person!  about: Media }
    type Person @key(fields: "id") { id: ID!  reviews: [Review!] }
  `,
  people: `${LINK}
    type Query { person(id: ID!): Person  people: [Person] }
    type Person @key(fields: "id") { id: ID!  name: String @shareable  friends(first: Int): [Person]  likes: [Media!]  team: Team }
    interface Media @key(fields: "id") { id: ID!  fans: [Person] }
    type Book implements Media @key(fields: "id") { id: ID!  fans: [Person]  dedication: String  title: String @shareable }
    type Film implements Media @key(fields: "id") { id: ID!  fans: [Person] }
    type Song implements Media @key(fields: "id") { id: ID!  fans: [Person]  lyrics: String! }
    type Team { id: ID!  lead: Person  all: [[Person!]!] }
  `,
}

/** Short paths between many subgraphs: chains of entities, values that are shared, nothing but nullable lists. */
const TRADE = {
  orders: `${LINK}
    type Query { order(id: ID!): Order  orders(after: ID, first: Int! = 2): Page!  node(id: ID!): Node }
    type Mutation { place(input: Placement!): Order!  cancel(id: ID!): Order }
    input Placement { items: [Item!]!  note: String  express: Boolean = false }
    input Item { product: ID!  count: Int! }
    type Page @shareable { edges: [Edge]  total: Int }
    type Edge @shareable { cursor: String  node: Order }
    interface Node { id: ID! }
    type Order implements Node @key(fields: "id") {
      id: ID!  lines: [Line!]!  buyer: Account  total: Money  state: State  payment: Payment
    }
    type Line { product: Product!  count: Int!  price: Money }
    type Money @shareable { cents: Int!  currency: String! }
    enum State { OPEN PAID SENT }
    union Payment = Card | Transfer
    type Card { last4: String  owner: Account }
    type Transfer { iban: String!  owner: Account }
    type Product @key(fields: "upc", resolvable: false) { upc: ID! }
    type Account @key(fields: "id", resolvable: false) { id: ID! }
  `,
  products: `${LINK}
    type Query { product(upc: ID!): Product  products: [Product]  top(n: Int): [Thing] }
    interface Thing { label: String  price: Money }
    type Product implements Thing @key(fields: "upc") { upc: ID!  label: String  price: Money  parts: [Product]  vendor: Account  grams: Int }
    type Service implements Thing { label: String  price: Money  hours: Float! }
    type Money @shareable { cents: Int!  currency: String! }
    type Account @key(fields: "id") { id: ID!  sells: [Product!] }
  `,
  accounts: `${LINK}
    type Query { me: Account  accounts: [Account!] }
    type Mutation { join(name: String!): Account! }
    type Account implements Node @key(fields: "id") { id: ID!  email: String  name: String!  manager: Account  address: Address @shareable }
    interface Node { id: ID! }
    type Address @shareable { street: String  city: City }
    type City @shareable { name: String!  zip: String }
    type Order @key(fields: "id") { id: ID!  total: Money @external  discount: Int @requires(fields: "total { cents }")  history: [Event] }
    type Money @shareable { cents: Int!  currency: String! }
    interface Event { at: String! }
    type Sent implements Event { at: String!  by: Account }
    type Paid implements Event { at: String!  sum: Money }
  `,
  freight: `${LINK}
    type Product @key(fields: "upc") { upc: ID!  grams: Int @external  price: Money @external
      freight: Int @requires(fields: "grams price { cents }")  routes: [Address] }
    type Money @shareable { cents: Int!  currency: String! }
    type Address @shareable { street: String  city: City }
    type City @shareable { name: String!  zip: String }
    type Account @key(fields: "id") { id: ID!  address: Address @shareable  depots: [Address!]! }
  `,
}

/** The product's own supergraph, two with features that it lacks, and the one that gateways are measured with. */
export async function composeAll(): Promise<Composed[]> {
  const config = path.resolve(import.meta.dirname, '../../../supergraph.yaml')
  const own = await readSupergraphConfig(config)
  const sdls = Object.fromEntries(own.map(({ name, sdl }) => [name, sdl]))
  return [
    compose('takeoff', sdls),
    compose('library', LIBRARY),
    compose('trade', TRADE),
    compose('generic', GENERIC_SCHEMAS),
  ]
}

function compose(name: string, subgraphs: Readonly<Record<string, string>>): Composed {
  const composition = composeSupergraph(
    Object.entries(subgraphs).map(([subgraph, sdl]) => ({
      name: subgraph,
      sdl,
      url: `http://${subgraph}/graphql`,
    })),
  )
  if (composition.kind === 'refused') throw new Error(JSON.stringify(composition.errors, null, 1))
  return { name, subgraphs, supergraphSdl: composition.supergraphSdl }
}

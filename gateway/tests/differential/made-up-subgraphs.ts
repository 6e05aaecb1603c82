import { setImmediate } from 'node:timers/promises'
import { buildSchema } from '@takeoff/kit/graphql/subgraph-server'
import {
  defaultTypeResolver,
  execute,
  isAbstractType,
  isObjectType,
  Kind,
  parse,
  print,
} from 'graphql'
import type { GraphQLFieldResolver, GraphQLSchema, SelectionNode } from 'graphql'
import { entityKinds } from './entity-kinds.ts'
import type { EntityKinds } from './entity-kinds.ts'
import { concreteType, draw, fieldResolver } from './made-up-values.ts'
import type { Thing, World } from './made-up-values.ts'
import { spoil } from './spoil.ts'
import type { Composed } from './supergraphs.ts'

/** The responses of a made-up subgraph are drawn from a hash, so any two with a field agree on it. */
export interface MadeUpSubgraphs {
  respond(request: MadeUpRequest, world: World): Promise<MadeUpResponse>
}

export interface MadeUpRequest {
  readonly subgraph: string
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

export interface MadeUpResponse {
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly MadeUpError[]
}

export interface MadeUpError {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions: Readonly<Record<string, unknown>>
}

/** One of this many entities is gone; one of this many fetches breaks down, and one has an error beside its data. */
const ODDS = { gone: 13, breakdown: 15, pathless: 15 }

export function makeUp({ subgraphs }: Composed): MadeUpSubgraphs {
  const kinds = entityKinds(subgraphs)
  const schemas = new Map(
    Object.entries(subgraphs).map(([name, typeDefs]) => {
      const schema = buildSchema({ typeDefs, resolvers: {} })
      addReferenceResolvers(schema, name, kinds)
      return [name, { schema, resolve: fieldResolver(schema, kinds) }]
    }),
  )
  let last: Promise<unknown> = Promise.resolve()
  return {
    respond(request, world) {
      const subgraph = schemas.get(request.subgraph)
      if (subgraph === undefined) throw new Error(`no subgraph ${request.subgraph}`)
      // One after the other, with time to act on each: a request may depend on which response came first.
      const response = last
        .then(() => setImmediate())
        .then(() => responseOf(subgraph, request, world))
      last = response
      return response
    },
  }
}

interface MadeUpSubgraph {
  readonly schema: GraphQLSchema
  readonly resolve: GraphQLFieldResolver<Thing, World>
}

async function responseOf(
  { schema, resolve }: MadeUpSubgraph,
  request: MadeUpRequest,
  world: World,
): Promise<MadeUpResponse> {
  const result = await execute({
    schema,
    document: parse(request.query),
    variableValues: request.variables,
    rootValue: { __typename: 'Query', seed: 'root' } satisfies Thing,
    contextValue: world,
    fieldResolver: resolve,
    typeResolver: defaultTypeResolver,
  })
  const response = JSON.parse(JSON.stringify(result)) as MadeUpResponse
  const delivered = world.isFailing ? breakDown(response, request, world) : response
  return world.isMalformed && delivered.data
    ? { ...delivered, data: spoil(delivered.data, world) }
    : delivered
}

/** Applies the failures of whole fetches. A request may hold several: the failure of one leaves no data of any. */
function breakDown(response: MadeUpResponse, request: MadeUpRequest, world: World): MadeUpResponse {
  const texts = fetchTexts(request).map((text) => `${world.seed} ${request.subgraph} ${text}`)
  const { errors = [] } = response
  const broken = texts.find((text) => draw(`${text} breakdown`) % ODDS.breakdown === 0)
  if (broken !== undefined) {
    world.tally.add('whole fetch failed')
    if (texts.length > 1) world.tally.add('one of several fetches of a request failed')
    const failed = { errors: [error('broken down')] }
    return draw(`${broken} null`) % 2 === 0 ? failed : { ...failed, data: null }
  }
  if (errors.length > 0) world.tally.add('error with a path')
  if (!texts.some((text) => draw(`${text} pathless`) % ODDS.pathless === 0)) return response
  world.tally.add('error without a path')
  return { ...response, errors: [...errors, error('not quite well')] }
}

/**
 * A text for each fetch of a request, independent of the request that it is in and of representations, because not
 * every gateway sends each of them once. A list without representations, in a request with several lists, is no fetch.
 */
function fetchTexts({ query, variables }: MadeUpRequest): string[] {
  const definitions = parse(query).definitions.filter((one) => 'selectionSet' in one)
  const fields = definitions.flatMap(({ selectionSet }) => selectionSet.selections)
  const lists = fields.filter((one) => one.kind === Kind.FIELD && one.name.value === '_entities')
  if (lists.length === 0) return [`${query} ${JSON.stringify(variables)}`]
  const sent = lists.filter((list) => !isEmptyList(list, variables))
  return sent.map((list) => {
    const selected = 'selectionSet' in list && list.selectionSet ? print(list.selectionSet) : ''
    // Fragments of several fetches have a number in front of their names.
    const text = selected.replaceAll(/\.\.\._\d+/g, '...')
    const used = Object.entries(variables).filter(([name]) => text.includes(`$${name}`))
    return `${text} ${JSON.stringify(used)}`
  })
}

function isEmptyList(list: SelectionNode, variables: MadeUpRequest['variables']): boolean {
  const argument = 'arguments' in list ? list.arguments?.[0]?.value : undefined
  const representations = argument?.kind === Kind.VARIABLE && variables[argument.name.value]
  return Array.isArray(representations) && representations.length === 0
}

function error(message: string): MadeUpError {
  return { message, extensions: { code: 'CODE_3' } }
}

function addReferenceResolvers(schema: GraphQLSchema, subgraph: string, kinds: EntityKinds): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isAbstractType(type)) continue
    const resolveReference = (
      representation: Record<string, unknown>,
      { seed, tally }: World,
    ): Thing | null => {
      const id = idOf(representation)
      if (draw(`${seed} ${subgraph} ${id} gone`) % ODDS.gone === 0) {
        tally.add('entity gone')
        return null
      }
      const typename = isAbstractType(type) ? concreteType(type.name, id, kinds) : type.name
      return { __typename: typename, seed: id, representation }
    }
    type.extensions = { ...type.extensions, apollo: { subgraph: { resolveReference } } }
  }
}

function idOf(representation: Readonly<Record<string, unknown>>): string {
  const { id, sku, upc, owner } = representation
  const { login } = (owner ?? {}) as { login?: unknown }
  const key = id ?? sku ?? upc ?? login ?? ''
  // Malformed data may have anything there.
  return typeof key === 'string' ? key.replace(/^(sku|upc|login)-/, '') : JSON.stringify(key)
}

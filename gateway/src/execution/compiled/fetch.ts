import type { FetchNode } from '@apollo/query-planner'
import { GraphQLError } from 'graphql'
import type { GraphQLFormattedError } from 'graphql'
import type { Decided } from './conditions.ts'
import { isObject } from './json.ts'
import type { JsonObject } from './json.ts'
import { merge } from './merge.ts'
import { pathsAt } from './places.ts'
import type { PlanPath, ResponsePath } from './places.ts'
import { compileRepresent, gatherRepresentations } from './representations.ts'
import type { Representations, Represented } from './representations.ts'
import { rewrite, rewritePath } from './rewrites.ts'
import type { IsOfType } from './types.ts'

/** More errors than this of one root field, which many objects show, tell a client nothing new. */
const ROOT_PLACES_MAX = 100

/** What a subgraph is asked. */
export interface SubgraphCall {
  readonly subgraph: string
  /** The whole request body. */
  readonly body: string
  readonly query: string
  /** Distinct representations of the entities asked for, as JSON text; undefined for root fields. */
  readonly representations: string | undefined
}

/** An answer that is read when it is clear how. */
export interface SubgraphReply {
  /** JSON text in UTF-8, if it is right, with a character for each byte; undefined when there is none. */
  readonly body: string | undefined
  /** A new object each time. Never throws. */
  read(): SubgraphAnswer
}

/** Never rejects. */
export type Ask = (call: SubgraphCall) => Promise<SubgraphReply>

/** What it answered. Errors have paths in the subgraph's own words. */
export interface SubgraphAnswer {
  readonly data?: JsonObject | null | undefined
  readonly errors?: readonly GraphQLFormattedError[] | undefined
}

/** One execution of a plan. */
export interface Run {
  /** As the client sent them. */
  readonly variables: JsonObject
  readonly decided: Decided
  /** The answer as far as it is known, in the words of the plan. */
  readonly data: JsonObject
  readonly errors: GraphQLError[]
  /** Never rejects. */
  readonly ask: (call: SubgraphCall, node: FetchNode) => Promise<SubgraphAnswer>
}

/** Does one node of a plan, for the objects at the path at which it stands. */
export type Execute = (run: Run, objects: readonly JsonObject[]) => Promise<void>

export function compileFetch(node: FetchNode, path: PlanPath, isOfType: IsOfType): Execute {
  const fetch: Fetch = {
    node,
    path,
    isOfType,
    head: bodyHead(node),
    represent:
      node.requires &&
      compileRepresent({ requires: node.requires, rewrites: node.inputRewrites, isOfType }),
  }
  return (run, objects) => {
    if (objects.length === 0) return Promise.resolve()
    return fetch.represent === undefined
      ? fetchRoot(fetch, run, objects)
      : fetchEntities(fetch, run, { objects, represent: fetch.represent })
  }
}

interface Fetch {
  readonly node: FetchNode
  readonly path: PlanPath
  readonly isOfType: IsOfType
  readonly head: string
  readonly represent: Represented | undefined
}

/** Everything of the request body that is the same each time. */
function bodyHead({ operation, operationName }: FetchNode): string {
  const name =
    operationName === undefined ? '' : `"operationName":${JSON.stringify(operationName)},`
  return `{"query":${JSON.stringify(operation)},${name}"variables":{`
}

async function fetchRoot(fetch: Fetch, run: Run, objects: readonly JsonObject[]): Promise<void> {
  const { node, head, isOfType } = fetch
  const answer = await run.ask(
    {
      subgraph: node.serviceName,
      body: `${head}${variablesText(node, run.variables)}}}`,
      query: node.operation,
      representations: undefined,
    },
    node,
  )
  tellRootErrors(fetch, run, answer.errors ?? [])
  if (!answer.data) return
  if (node.outputRewrites) rewrite(answer.data, node.outputRewrites, isOfType)
  for (const object of objects) merge(object, answer.data)
}

async function fetchEntities(
  fetch: Fetch,
  run: Run,
  { objects, represent }: { objects: readonly JsonObject[]; represent: Represented },
): Promise<void> {
  const { node, head } = fetch
  const asked = gatherRepresentations(objects, represent)
  if (asked.count === 0) return
  const variables = variablesText(node, run.variables)
  const answer = await run.ask(
    {
      subgraph: node.serviceName,
      body: `${head}${variables}${variables && ','}"representations":${asked.text}}}`,
      query: node.operation,
      representations: asked.text,
    },
    node,
  )
  tellErrors(fetch, run, { asked, errors: answer.errors ?? [] })
  if (answer.data) mergeEntities(fetch, { objects, asked, data: answer.data }, run)
}

interface Received {
  readonly objects: readonly JsonObject[]
  readonly asked: Representations
  readonly data: JsonObject
}

function mergeEntities(
  { node, isOfType }: Fetch,
  { objects, asked, data }: Received,
  run: Run,
): void {
  const entities = data['_entities']
  if (!Array.isArray(entities) || entities.length !== asked.count) {
    run.errors.push(
      new GraphQLError(`The ${node.serviceName} service answered with other entities than asked.`),
    )
    return
  }
  if (node.outputRewrites) rewrite(entities, node.outputRewrites, isOfType)
  for (const [index, object] of objects.entries()) {
    const number = asked.numberOf[index]
    const entity: unknown = number === undefined ? undefined : entities[number]
    if (!isObject(entity)) continue
    keepType(object, entity, isOfType)
    merge(object, entity)
  }
}

/** A subgraph with an `@interfaceObject` answers with the interface of an entity whose very type is known already. */
function keepType(known: JsonObject, entity: JsonObject, isOfType: IsOfType): void {
  const before = known['__typename']
  const told = entity['__typename']
  if (typeof told !== 'string' || isOfType(before, told)) entity['__typename'] = before
}

/** All places show the same answer, and the same errors. */
function tellRootErrors(
  { node, path }: Fetch,
  run: Run,
  errors: readonly GraphQLFormattedError[],
): void {
  if (errors.length === 0) return
  const places = pathsAt(run.data, path).slice(0, ROOT_PLACES_MAX)
  for (const error of errors) {
    if (error.path === undefined) {
      run.errors.push(errorAt(error, undefined))
      continue
    }
    const rest = rewritePath(error.path, node.outputRewrites ?? [])
    for (const place of places) run.errors.push(errorAt(error, [...place, ...rest]))
  }
}

/** An error of one entity is an error at every place that shows it. */
function tellErrors(
  { node, path }: Fetch,
  run: Run,
  { asked, errors }: { asked: Representations; errors: readonly GraphQLFormattedError[] },
): void {
  if (errors.length === 0) return
  const places = pathsAt(run.data, path)
  const placesOf = Map.groupBy(places, (_, index) => asked.numberOf[index])
  for (const error of errors) {
    const [, number, ...below] = error.path ?? []
    const rest = rewritePath(below, node.outputRewrites ?? [])
    const its = typeof number === 'number' ? placesOf.get(number) : undefined
    if (its === undefined) run.errors.push(errorAt(error, undefined))
    else for (const place of its) run.errors.push(errorAt(error, [...place, ...rest]))
  }
}

function errorAt(error: GraphQLFormattedError, path: ResponsePath | undefined): GraphQLError {
  const { message, extensions } = error
  return new GraphQLError(message, { path, extensions: extensions ?? null })
}

/** Members of a JSON object, without its braces. */
function variablesText({ variableUsages }: FetchNode, variables: JsonObject): string {
  let members = ''
  for (const name of variableUsages ?? []) {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    if (value === undefined) continue
    members += `${members && ','}"${name}":${JSON.stringify(value)}`
  }
  return members
}

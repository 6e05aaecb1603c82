import { composeServices } from '@apollo/composition'
import { Supergraph } from '@apollo/federation-internals'
import type { ServiceDefinition } from '@apollo/federation-internals'
import { GraphQLError, parse } from 'graphql'
import type { GraphQLSchema } from 'graphql'
import type { Finding, PlannerBug } from './findings.ts'
import { findPlannerBugs } from './planner-bugs/find-planner-bugs.ts'
import type { SubgraphSchema } from './supergraph-config.ts'
import { errorMessage } from '@takeoff/kit/values/caught'

interface Composed {
  readonly kind: 'composed'
  readonly supergraphSdl: string
  /** What clients see of it. */
  readonly apiSchema: GraphQLSchema
  readonly hints: readonly Finding[]
}

export type Composition =
  | Composed
  | { readonly kind: 'refused'; readonly errors: readonly Finding[] }

/** Whether a construct that the planner handles wrongly may be composed all the same; then it is a hint. */
export type Allow = (bug: PlannerBug) => boolean

/**
 * Composes subgraph schemas into a supergraph, and checks that a gateway can load it and plan every query of it
 * correctly.
 */
export function composeSupergraph(
  subgraphs: readonly SubgraphSchema[],
  allow: Allow = () => false,
): Composition {
  const services: ServiceDefinition[] = []
  const unparsable: Finding[] = []
  for (const { name, url, sdl } of subgraphs) {
    try {
      services.push({ name, url, typeDefs: parse(sdl) })
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error
      unparsable.push(syntaxFinding(name, error))
    }
  }
  if (unparsable.length > 0) return { kind: 'refused', errors: unparsable }
  try {
    const composition = compose(services)
    return composition.kind === 'composed' ? withPlannerBugs(composition, allow) : composition
  } catch (error) {
    return { kind: 'refused', errors: thrownFindings(services, error) }
  }
}

function withPlannerBugs(composition: Composed, allow: Allow): Composition {
  const { allowed = [], refused } = Object.groupBy(
    findPlannerBugs(composition.supergraphSdl),
    (bug) => (allow(bug) ? 'allowed' : 'refused'),
  )
  if (refused !== undefined) return { kind: 'refused', errors: refused }
  return { ...composition, hints: [...composition.hints, ...allowed] }
}

function compose(services: ServiceDefinition[]): Composition {
  const result = composeServices(services)
  if (result.supergraphSdl === undefined) {
    return { kind: 'refused', errors: (result.errors ?? []).map(findingOf) }
  }
  const supergraphSdl = `${result.supergraphSdl.trimEnd()}\n`
  const apiSchema = loadable(supergraphSdl)
  if ('code' in apiSchema) return { kind: 'refused', errors: [apiSchema] }
  const hints = result.hints.map(({ definition, message }) => ({ code: definition.code, message }))
  return { kind: 'composed', supergraphSdl, apiSchema, hints }
}

/** Some features compose, but this gateway cannot load them, such as `@authenticated`. */
function loadable(supergraphSdl: string): GraphQLSchema | Finding {
  try {
    return apiSchemaOf(supergraphSdl)
  } catch (error) {
    return { code: 'NOT_LOADABLE', message: errorMessage(error) }
  }
}

/** What clients see of a supergraph. */
export function apiSchemaOf(supergraphSdl: string): GraphQLSchema {
  return Supergraph.build(supergraphSdl).apiSchema().toGraphQLJSSchema()
}

function syntaxFinding(name: string, { message, locations }: GraphQLError): Finding {
  const { line, column } = locations?.[0] ?? { line: '?', column: '?' }
  const text = `[${name}] line ${line}, column ${column}: ${message}`
  return { code: 'INVALID_GRAPHQL', message: text }
}

/** The library throws at violations that it does not check. A subgraph with one fails alone too, and can be named. */
function thrownFindings(services: ServiceDefinition[], error: unknown): readonly Finding[] {
  const named = services.flatMap((service) => {
    try {
      compose([service])
      return []
    } catch (own) {
      return [thrownFinding(`[${service.name}] The composition library fails on this schema`, own)]
    }
  })
  return named.length > 0
    ? named
    : [thrownFinding('The composition library fails on these schemas together', error)]
}

function thrownFinding(what: string, error: unknown): Finding {
  const hint = 'Most likely an argument of a federation directive or of @link is missing or wrong.'
  return { code: 'COMPOSITION_FAILED', message: `${what}: ${errorMessage(error)}\n${hint}` }
}

function findingOf(error: GraphQLError): Finding {
  const code = error.extensions['code']
  return { code: typeof code === 'string' ? code : 'COMPOSITION_FAILED', message: error.message }
}

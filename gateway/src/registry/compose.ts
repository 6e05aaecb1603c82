import { composeServices } from '@apollo/composition'
import { GraphQLError, parse } from 'graphql'
import type { DocumentNode } from 'graphql'
import type { SubgraphSchema } from './supergraph-config.ts'

/** A finding of the composition, ready to print. */
export interface Finding {
  readonly code: string
  readonly message: string
}

export type Composition =
  | {
      readonly kind: 'composed'
      readonly supergraphSdl: string
      readonly hints: readonly Finding[]
    }
  | { readonly kind: 'refused'; readonly errors: readonly Finding[] }

interface ParsedSubgraph {
  readonly kind: 'parsed'
  readonly name: string
  readonly url: string
  readonly typeDefs: DocumentNode
}

type Parsed = ParsedSubgraph | { readonly kind: 'unparsable'; readonly error: Finding }

/** Composes subgraph schemas into a supergraph, and checks that every query of it can be answered. */
export function composeSupergraph(subgraphs: readonly SubgraphSchema[]): Composition {
  const parsed = subgraphs.map(parseSubgraph)
  const unparsable = parsed.filter((subgraph) => subgraph.kind === 'unparsable')
  if (unparsable.length > 0)
    return { kind: 'refused', errors: unparsable.map(({ error }) => error) }

  const readable = parsed.filter((subgraph) => subgraph.kind === 'parsed')
  try {
    return compose(readable)
  } catch (error) {
    return { kind: 'refused', errors: thrownFindings(readable, error) }
  }
}

function compose(subgraphs: readonly ParsedSubgraph[]): Composition {
  const result = composeServices([...subgraphs])
  if (result.supergraphSdl === undefined) {
    return { kind: 'refused', errors: (result.errors ?? []).map(findingOf) }
  }
  const hints = result.hints.map(({ definition, message }) => ({ code: definition.code, message }))
  return { kind: 'composed', supergraphSdl: `${result.supergraphSdl.trimEnd()}\n`, hints }
}

function parseSubgraph({ name, url, sdl }: SubgraphSchema): Parsed {
  try {
    return { kind: 'parsed', name, url, typeDefs: parse(sdl) }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    const at = error.locations?.[0]
    const message = `[${name}] line ${at?.line ?? '?'}, column ${at?.column ?? '?'}: ${error.message}`
    return { kind: 'unparsable', error: { code: 'INVALID_GRAPHQL', message } }
  }
}

/** The library throws at faults that it does not look for. Whoever has one fails alone too, and can be named. */
function thrownFindings(subgraphs: readonly ParsedSubgraph[], error: unknown): readonly Finding[] {
  const named = subgraphs.flatMap((subgraph) => {
    try {
      compose([subgraph])
      return []
    } catch (own) {
      return [thrownFinding(`[${subgraph.name}] The composition library fails on this schema`, own)]
    }
  })
  return named.length > 0
    ? named
    : [thrownFinding('The composition library fails on these schemas together', error)]
}

function thrownFinding(what: string, error: unknown): Finding {
  const hint = 'Most likely an argument of a federation directive or of @link is missing or wrong.'
  return { code: 'COMPOSITION_FAILED', message: `${what}: ${(error as Error).message}\n${hint}` }
}

function findingOf(error: GraphQLError): Finding {
  const code = error.extensions['code']
  return { code: typeof code === 'string' ? code : 'COMPOSITION_FAILED', message: error.message }
}

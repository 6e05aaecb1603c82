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

type Parsed =
  | {
      readonly kind: 'parsed'
      readonly name: string
      readonly url: string
      readonly typeDefs: DocumentNode
    }
  | { readonly kind: 'unparsable'; readonly error: Finding }

/** Composes subgraph schemas into a supergraph, and checks that every query of it can be answered. */
export function composeSupergraph(subgraphs: readonly SubgraphSchema[]): Composition {
  const parsed = subgraphs.map(parseSubgraph)
  const unparsable = parsed.filter((subgraph) => subgraph.kind === 'unparsable')
  if (unparsable.length > 0)
    return { kind: 'refused', errors: unparsable.map(({ error }) => error) }

  const result = composeServices(parsed.filter((subgraph) => subgraph.kind === 'parsed'))
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

function findingOf(error: GraphQLError): Finding {
  const code = error.extensions['code']
  return { code: typeof code === 'string' ? code : 'COMPOSITION_FAILED', message: error.message }
}

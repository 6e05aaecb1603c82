import { readFile } from 'node:fs/promises'
import { buildSubgraphSchema } from '@apollo/subgraph'
import type { GraphQLSchemaModule } from '@apollo/subgraph'
import { parse } from 'graphql'
import type { GraphQLSchema } from 'graphql'
import { genericResolvers } from '../../fixtures/generic/resolvers.ts'
import { GENERIC_SCHEMAS } from '../../fixtures/generic/schemas.ts'
import { STRESS_SCHEMAS, stressResolvers } from '../../fixtures/stress/stress.ts'
import { resolvers } from './made-up.ts'

/** Subgraph schemas of supergraphs that are unrelated to the product. */
export const MADE_UP_SCHEMAS = { generic: GENERIC_SCHEMAS, stress: STRESS_SCHEMAS }
export type MadeUpSupergraph = keyof typeof MADE_UP_SCHEMAS
/** The product's own supergraph, or another. */
export type SupergraphName = 'own' | MadeUpSupergraph

type Resolvers = NonNullable<GraphQLSchemaModule['resolvers']>
type BySubgraph<T> = Readonly<Record<string, T>>

const MADE_UP_RESOLVERS: Readonly<Record<MadeUpSupergraph, BySubgraph<object>>> = {
  generic: genericResolvers,
  stress: stressResolvers,
}
const SERVICES = new URL('../../../services/', import.meta.url)

/** The executable subgraphs of a supergraph, by name. */
export async function subgraphsOf(supergraph: SupergraphName): Promise<BySubgraph<GraphQLSchema>> {
  return supergraph === 'own'
    ? schemasOf(await readOwnSchemas(), resolvers)
    : schemasOf(MADE_UP_SCHEMAS[supergraph], MADE_UP_RESOLVERS[supergraph])
}

async function readOwnSchemas(): Promise<BySubgraph<string>> {
  const entries = Object.keys(resolvers).map(
    async (name) =>
      [name, await readFile(new URL(`${name}/schema.graphql`, SERVICES), 'utf8')] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

function schemasOf(sdls: BySubgraph<string>, resolvers: BySubgraph<object>) {
  const entries = Object.entries(sdls).map(([name, sdl]) => {
    const module = { typeDefs: parse(sdl), resolvers: resolvers[name] as Resolvers }
    return [name, buildSubgraphSchema([module])] as const
  })
  return Object.fromEntries(entries)
}

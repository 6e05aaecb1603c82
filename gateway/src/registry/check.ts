import type { GraphQLSchema } from 'graphql'
import { apiSchemaOf } from './api-schema.ts'
import { composeSupergraph } from './compose.ts'
import type { Finding } from './compose.ts'
import { failingOperations } from './failing-operations.ts'
import type { FailingOperation } from './failing-operations.ts'
import type { OperationRecord } from './operation-records.ts'
import { schemaChanges } from './schema-changes.ts'
import type { SubgraphSchema } from './supergraph-config.ts'
import { versionOf } from './version.ts'
import type { Version } from './version.ts'

/** What publishing would do. */
export type Check =
  | { readonly kind: 'refused'; readonly errors: readonly Finding[] }
  | {
      readonly kind: 'composed'
      readonly version: Version
      readonly hints: readonly Finding[]
      readonly breaking: readonly string[]
      readonly dangerous: readonly string[]
      readonly failing: readonly FailingOperation[]
    }

/** Composes subgraphs and compares the result with what is published, if anything is. */
export async function checkSubgraphs(
  subgraphs: readonly SubgraphSchema[],
  published: Version | undefined,
  records: readonly OperationRecord[],
): Promise<Check> {
  const composition = composeSupergraph(subgraphs)
  if (composition.kind === 'refused') return composition
  const { supergraphSdl, hints } = composition
  const after = loadable(supergraphSdl)
  if ('code' in after) return { kind: 'refused', errors: [after] }
  const version = versionOf(subgraphs, supergraphSdl)
  if (published === undefined) {
    return { kind: 'composed', version, hints, breaking: [], dangerous: [], failing: [] }
  }
  const before = apiSchemaOf(published.supergraphSdl)
  const changes = await schemaChanges(before, after)
  return {
    kind: 'composed',
    version,
    hints,
    ...changes,
    failing: failingOperations(records, before, after),
  }
}

/** Some of what composes no gateway here can load, such as `@authenticated`. */
function loadable(supergraphSdl: string): GraphQLSchema | Finding {
  try {
    return apiSchemaOf(supergraphSdl)
  } catch (error) {
    return { code: 'NOT_LOADABLE', message: (error as Error).message }
  }
}

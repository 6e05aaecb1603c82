import { CriticalityLevel, diff, DiffRule } from '@graphql-inspector/core'
import { specifiedRules, validate } from 'graphql'
import type { DocumentNode, GraphQLSchema } from 'graphql'
import { apiSchemaOf, composeSupergraph } from '../composition/compose.ts'
import type { Allow } from '../composition/compose.ts'
import type { Finding } from '../composition/findings.ts'
import { findPlannerBugs } from '../composition/planner-bugs/find-planner-bugs.ts'
import type { SubgraphSchema } from '../composition/supergraph-config.ts'
import { documentsOf } from './operation-records.ts'
import type { OperationRecord } from './operation-records.ts'
import type { RecordedOperations } from './recorded-operations.ts'
import type { ReadHistory, Registry } from './registry.ts'
import { versionOf } from './version.ts'
import type { Version } from './version.ts'

/** Maximum errors reported of one operation. */
const ERRORS_MAX = 5

/** The subgraphs to publish, and what may be composed all the same. */
export interface SubgraphChange {
  /** The new subgraphs, made from those that are published. */
  readonly change: (published: readonly SubgraphSchema[]) => readonly SubgraphSchema[]
  /** Names of the subgraphs that change, for the list of versions. */
  readonly changed: readonly string[]
  readonly allow: Allow
}

/** What a change is checked against. */
export interface Published {
  readonly registry: Registry
  /** Undefined where no operations are recorded. */
  readonly operations: RecordedOperations | undefined
}

/** The effects of publishing. */
export type Check =
  | { readonly kind: 'refused'; readonly errors: readonly Finding[] }
  | {
      readonly kind: 'composed'
      readonly version: Version
      readonly hints: readonly Finding[]
      /** Changes that may break a client, regardless of its operations. */
      readonly breaking: readonly string[]
      /** Changes that break no well-written client, such as a new enum value, or the removal of a deprecated field. */
      readonly dangerous: readonly string[]
      readonly failing: readonly FailingOperation[]
    }

/** A recorded operation that is valid now and would be refused after publishing. */
export interface FailingOperation {
  readonly record: OperationRecord
  /** The error message that its clients would get. */
  readonly errors: readonly string[]
}

/** A check, and the state of the registry that it is based on. */
export interface CheckedChange {
  readonly check: Check
  readonly read: ReadHistory
  readonly published: Version | undefined
  readonly records: readonly OperationRecord[]
}

/** Reads the published version, and determines the effects of publishing a change of it. */
export async function checkChange(
  { registry, operations }: Published,
  { change, allow }: SubgraphChange,
): Promise<CheckedChange> {
  const read = await registry.history()
  const published = read.history && (await registry.current(read.history))
  const records = published === undefined ? [] : ((await operations?.read()) ?? [])
  const subgraphs = change(published?.subgraphs ?? [])
  const check = await checkSubgraphs({ subgraphs, published, records, allow })
  return { check, read, published, records }
}

/** Whether publishing would break no client. */
export function isSafe(check: Check): boolean {
  return check.kind === 'composed' && check.breaking.length === 0 && check.failing.length === 0
}

interface CheckOptions extends Pick<CheckedChange, 'published' | 'records'> {
  readonly subgraphs: readonly SubgraphSchema[]
  readonly allow: Allow
}

/**
 * Composes subgraphs and compares the result with the published version, if there is one. A construct of that version
 * which the planner handles wrongly was allowed before, and does not refuse other changes.
 */
async function checkSubgraphs(options: CheckOptions): Promise<Check> {
  const { subgraphs, published, records, allow } = options
  const bugs = published === undefined ? [] : findPlannerBugs(published.supergraphSdl)
  const known = new Set(bugs.map(({ message }) => message))
  const composition = composeSupergraph(subgraphs, (bug) => allow(bug) || known.has(bug.message))
  if (composition.kind === 'refused') return composition
  const { supergraphSdl, apiSchema: after, hints } = composition
  const before = published === undefined ? after : apiSchemaOf(published.supergraphSdl)
  return {
    kind: 'composed',
    version: versionOf(subgraphs, supergraphSdl),
    hints,
    ...(await schemaChanges(before, after)),
    failing: failingOperations(records, before, after),
  }
}

/** A deprecated element may be removed: recorded operations show whether a client still needs it. */
async function schemaChanges(before: GraphQLSchema, after: GraphQLSchema) {
  const changes = await diff(before, after, [DiffRule.suppressRemovalOfDeprecatedField])
  const messagesOf = (level: CriticalityLevel): string[] =>
    changes.filter(({ criticality }) => criticality.level === level).map(({ message }) => message)
  return {
    breaking: messagesOf(CriticalityLevel.Breaking),
    dangerous: messagesOf(CriticalityLevel.Dangerous),
  }
}

function failingOperations(
  records: readonly OperationRecord[],
  before: GraphQLSchema,
  after: GraphQLSchema,
): FailingOperation[] {
  return documentsOf(records).flatMap(({ record, document }) => {
    const errors = violationsOf(document, after)
    const isNew = errors.length > 0 && violationsOf(document, before).length === 0
    return isNew ? [{ record, errors }] : []
  })
}

function violationsOf(document: DocumentNode, schema: GraphQLSchema): string[] {
  const errors = validate(schema, document, specifiedRules, { maxErrors: ERRORS_MAX })
  return errors.map(({ message }) => message)
}

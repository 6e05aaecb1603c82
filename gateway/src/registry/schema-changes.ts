import { CriticalityLevel, diff, DiffRule } from '@graphql-inspector/core'
import type { GraphQLSchema } from 'graphql'

export interface SchemaChanges {
  /** What may break a client, whatever it asks for. */
  readonly breaking: readonly string[]
  /** What breaks no well-written client, such as a new value of an enum, or a deprecated field that goes. */
  readonly dangerous: readonly string[]
}

/** Compares what clients see. What was deprecated may go: whether somebody still needs it, recorded operations tell. */
export async function schemaChanges(
  before: GraphQLSchema,
  after: GraphQLSchema,
): Promise<SchemaChanges> {
  const changes = await diff(before, after, [DiffRule.suppressRemovalOfDeprecatedField])
  const messagesOf = (level: CriticalityLevel): string[] =>
    changes.filter(({ criticality }) => criticality.level === level).map(({ message }) => message)
  return {
    breaking: messagesOf(CriticalityLevel.Breaking),
    dangerous: messagesOf(CriticalityLevel.Dangerous),
  }
}

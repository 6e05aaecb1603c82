import { statementsOf } from '../postgres/statement.ts'
import type { Table } from '../postgres/tables.ts'
import type { OutboxMessageSchema } from './outbox.ts'

/** Builds the statements on the outbox table, which each publishing service has. */
export const { statement, plainStatement } = statementsOf<{
  readonly outboxMessage: Table<typeof OutboxMessageSchema>
}>('kit')

import { statementsOf } from '../postgres/statement.ts'
import type { Table } from '../postgres/tables.ts'
import type { OutboxMessageSchema } from './outbox.ts'

export const { statement, plainStatement } = statementsOf<{
  readonly outboxMessage: Table<typeof OutboxMessageSchema>
}>('kit')

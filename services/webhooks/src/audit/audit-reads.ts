import type { ChainedRecord } from '@takeoff/contracts/audit-chain'
import type { AuditChainEnds } from '@takeoff/contracts/operator-api'
import type { Page } from '@takeoff/kit/graphql/page'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { firstUuidOf, GREATEST_UUID, LEAST_UUID } from '@takeoff/kit/values/ids'
import { statement, statementFor } from '../db/statements.ts'
import { recordColumns, toChainedRecord } from './chained-record.ts'

/** Conditions on records; all that are set must hold. */
export interface AuditFilter {
  readonly orgId: number
  readonly since: Date | undefined
  readonly userId: number | undefined
  readonly clientId: string | undefined
  readonly type: string | undefined
  readonly targetId: string | undefined
}

/** A record as the API shows it. */
export interface AuditLogRecord extends Omit<ChainedRecord, 'occurredAt' | 'recordedAt'> {
  readonly occurredAt: Date
  readonly recordedAt: Date
}

interface PagedFilter extends Omit<AuditFilter, 'since'> {
  readonly since: string
  readonly after: string
  readonly limit: number
}

type PageShape = Readonly<Record<'hasUser' | 'hasClient' | 'hasType' | 'hasTarget', boolean>>

const NO_FILTER = { hasUser: false, hasClient: false, hasType: false, hasTarget: false }

/** The id of a record is a UUID version 7 of the time at which it occurred. */
const selectPage = statementFor(
  [NO_FILTER, { hasUser: true, hasClient: true, hasType: true, hasTarget: true }],
  (db, $: Params<PagedFilter>, { hasUser, hasClient, hasType, hasTarget }: PageShape) =>
    db
      .selectFrom('auditRecord')
      .where('orgId', '=', $.orgId)
      .where('id', '>=', $.since)
      .where('id', '<', $.after)
      .$if(hasUser, (records) => records.where('userId', '=', $.userId))
      .$if(hasClient, (records) => records.where('clientId', '=', $.clientId))
      .$if(hasType, (records) => records.where('targetType', '=', $.type))
      .$if(hasTarget, (records) => records.where('targetId', '=', $.targetId))
      .orderBy('id', 'desc')
      .limit($.limit)
      .select(recordColumns),
)

/** One row more than the page holds, newest first. */
export async function findAuditPage(
  sql: Sql,
  { since, ...filter }: AuditFilter,
  { first, after }: Page<string>,
): Promise<AuditLogRecord[]> {
  const shape = {
    hasUser: filter.userId !== undefined,
    hasClient: filter.clientId !== undefined,
    hasType: filter.type !== undefined,
    hasTarget: filter.targetId !== undefined,
  }
  const rows = await sql.rows(selectPage(shape), {
    ...filter,
    since: since === undefined ? LEAST_UUID : firstUuidOf(since),
    after: after ?? GREATEST_UUID,
    limit: first + 1,
  })
  return rows.map((row) => {
    const { occurredAt, recordedAt } = row
    return { ...toChainedRecord(row), occurredAt, recordedAt }
  })
}

/** Part of the chain of an organization. */
export interface ChainPart {
  readonly orgId: number
  /** A sequence number; 0 begins at the start. */
  readonly after: number
  readonly first: number
}

const selectChain = statement((db, $: Params<ChainPart>) =>
  db
    .selectFrom('auditRecord')
    .where('orgId', '=', $.orgId)
    .where('sequence', '>', $.after)
    .orderBy('sequence')
    .limit($.first)
    .select(recordColumns),
)

/** Records in the order in which they were appended. */
export async function findChain(sql: Sql, part: ChainPart): Promise<ChainedRecord[]> {
  return (await sql.rows(selectChain, part)).map(toChainedRecord)
}

const selectEnds = statement((db, $: Params<{ readonly after: number; readonly first: number }>) =>
  db
    .selectFrom('auditChain')
    .where('orgId', '>', $.after)
    .orderBy('orgId')
    .limit($.first)
    .select(['orgId', 'sequence', 'hash', 'trimmedSequence', 'trimmedHash']),
)

/** The chains of all organizations, in the order of the organizations. */
export function findChainEnds(
  sql: Sql,
  page: { after: number; first: number },
): Promise<AuditChainEnds[]> {
  return sql.rows(selectEnds, page)
}

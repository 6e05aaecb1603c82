import { sql as raw } from 'kysely'
import { CHAIN_START, chainRecord } from '@takeoff/contracts/audit-chain'
import type { ChainedRecord, ChainLink } from '@takeoff/contracts/audit-chain'
import type { AuditRecord } from '@takeoff/contracts/audit-record'
import { createAuditRecord, isAudited } from '@takeoff/kit/events/audit'
import type { AuditContext, AuditedOperation } from '@takeoff/kit/events/audit'
import type { Sql, Transaction } from '@takeoff/kit/postgres/sql'
import { nothing, timestamptz, uuidArray } from '@takeoff/kit/postgres/sql-types'
import type { Params } from '@takeoff/kit/postgres/statement'
import { invariant } from '@takeoff/kit/values/invariant'
import { toRow } from './chained-record.ts'
import { insertRows, plainStatement, statement } from '../db/statements.ts'

/**
 * Appends an operation of this service to the audit log, in the transaction of the operation. Its chain stays locked
 * until the end of the transaction, so it is the last thing that the transaction does.
 */
export async function appendAudit(
  sql: Transaction,
  context: AuditContext,
  operation: AuditedOperation,
): Promise<void> {
  if (isAudited(operation)) await appendRecords(sql, [createAuditRecord(context, operation)])
}

/**
 * Appends records to the chains of their organizations, in the given order; a known record is not appended again.
 * @returns how many were appended
 */
export async function appendRecords(
  sql: Transaction,
  records: readonly AuditRecord[],
): Promise<number> {
  const given = new Map(records.map((record) => [record.id.toLowerCase(), record]))
  const links = await lockLinks(sql, new Set(records.map(({ orgId }) => orgId)))
  // After the locks: a record that was appended meanwhile is known.
  const { known, now } = await sql.one(findKnown, { ids: [...given.keys()] })
  for (const id of known) given.delete(id)
  const appended = [...given.values()].map((record) => append(links, record, now))
  if (appended.length === 0) return 0
  await insertRows(sql, 'auditRecord', appended.map(toRow))
  await growChains(sql, links, new Set(appended.map(({ orgId }) => orgId)))
  return appended.length
}

type Links = Map<number, ChainLink>

function append(links: Links, record: AuditRecord, now: Date): ChainedRecord {
  const previous = links.get(record.orgId)
  invariant(previous !== undefined, 'the chain of an organization is not locked')
  const normalized = {
    ...record,
    id: record.id.toLowerCase(),
    // PostgreSQL would round it, and the hash would be that of another time.
    occurredAt: new Date(record.occurredAt).toISOString(),
  }
  const chained = chainRecord(previous, normalized, now.toISOString())
  links.set(record.orgId, chained)
  return chained
}

type OfOrganizations = Params<{ readonly orgIds: readonly number[] }>

/** In the order of the ids, like the locks, so that two batches never wait for each other. */
const createChains = plainStatement(
  nothing,
  ($: OfOrganizations) => raw`
    insert into audit_chain (org_id, sequence, hash, trimmed_sequence, trimmed_hash)
    select org_id, ${raw.lit(CHAIN_START.sequence)}, ${raw.lit(CHAIN_START.hash)},
      ${raw.lit(CHAIN_START.sequence)}, ${raw.lit(CHAIN_START.hash)}
    from unnest(${$.orgIds}::int[]) with ordinality as o(org_id, n)
    order by n
    on conflict do nothing`,
)

const lockChains = statement((db, $: OfOrganizations) =>
  db
    .selectFrom('auditChain')
    .where((eb) => eb('orgId', '=', eb.fn.any($.orgIds)))
    .orderBy('orgId')
    .forUpdate()
    .select(['orgId', 'sequence', 'hash']),
)

async function lockLinks(sql: Sql, organizations: ReadonlySet<number>): Promise<Links> {
  const orgIds = [...organizations].toSorted((a, b) => a - b)
  await sql.run(createChains, { orgIds })
  const chains = await sql.rows(lockChains, { orgIds })
  return new Map(chains.map(({ orgId, ...link }) => [orgId, link]))
}

const findKnown = plainStatement(
  { now: timestamptz, known: uuidArray },
  ($: Params<{ readonly ids: readonly string[] }>) => raw`
    select date_trunc('milliseconds', clock_timestamp()) as now,
      array(select id from audit_record where id = any(${$.ids}::uuid[])) as known`,
)

const updateChains = plainStatement(
  nothing,
  ($: Params<{ readonly links: string }>) => raw`
    update audit_chain c set sequence = l.sequence, hash = l.hash
    from json_to_recordset(${$.links}::json) as l(org_id int, sequence bigint, hash text)
    where c.org_id = l.org_id`,
)

async function growChains(sql: Sql, links: Links, grown: ReadonlySet<number>): Promise<void> {
  const rows = [...links]
    .filter(([orgId]) => grown.has(orgId))
    .map(([orgId, { sequence, hash }]) => ({ org_id: orgId, sequence, hash }))
  await sql.run(updateChains, { links: JSON.stringify(rows) })
}

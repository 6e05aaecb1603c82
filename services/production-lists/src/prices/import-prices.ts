import { hash } from 'node:crypto'
import { changesOf, insertAudit } from '@takeoff/kit/events/audit'
import { requireOrganization } from '@takeoff/kit/security/access'
import type { Sql, Transaction } from '@takeoff/kit/postgres/sql'
import { BadUserInputError, ConflictError } from '@takeoff/kit/values/errors'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Context } from '../context.ts'
import { findPriceBook } from '../db/prices/price-book-reads.ts'
import { findPricesOnDays } from '../db/prices/price-reads.ts'
import type { PriceRow } from '../db/prices/price-reads.ts'
import { lockPriceBooks, savePrices } from '../db/prices/save-prices.ts'
import { planPriceImport } from '../domain/prices/plan-price-import.ts'
import type { PlannedPrice } from '../domain/prices/plan-price-import.ts'
import { readPriceCsv } from '../domain/prices/read-price-csv.ts'
import type { PriceFileRow } from '../domain/prices/read-price-csv.ts'
import { findVendors, requireVendors } from '../find-vendors.ts'

/** A file for the price book of a vendor. */
export interface PriceFile {
  readonly orgId: number
  readonly vendorId: number
  readonly csv: string
}

export interface PriceImportRequest extends PriceFile {
  /** The digest of the preview; left out, the import applies to the current book. */
  readonly digest?: Optional<string>
}

/** The changes that an import makes, or would make: the parent of the PriceBookImport resolvers. */
export interface PriceImport {
  /** Equal as long as the same file would make the same changes. */
  readonly digest: string
  /** 0 while there is no book. */
  readonly bookVersion: number
  readonly rows: readonly PlannedPrice<PriceRow>[]
}

/**
 * The changes that `importPrices` would make now; writes nothing.
 * @throws BadUserInputError for a file that cannot be read or a vendor that is not the caller's
 */
export async function previewPriceImport(context: Context, file: PriceFile): Promise<PriceImport> {
  const rows = await requirePriceRows(context, file)
  return planImport(context.database, file, rows)
}

/**
 * Adds the valid rows of a file to the book of a vendor; creates the book when there is none.
 * @throws ConflictError when `digest` is given and the import would now make other changes
 * @throws BadUserInputError for a file that cannot be read or a vendor that is not the caller's
 */
export async function importPrices(
  context: Context,
  { digest, ...file }: PriceImportRequest,
): Promise<PriceImport> {
  // Before the transaction: no book stays locked during a request to another service.
  const rows = await requirePriceRows(context, file)
  return context.database.transaction(async (sql) => {
    await lockPriceBooks(sql, file.orgId)
    const planned = await planImport(sql, file, rows)
    if (typeof digest === 'string' && digest !== planned.digest) throw changedMeanwhile(planned)
    return { ...planned, bookVersion: await save(sql, context, { file, planned }) }
  })
}

async function requirePriceRows(
  context: Context,
  { orgId, vendorId, csv }: PriceFile,
): Promise<readonly PriceFileRow[]> {
  requireOrganization(context.caller, orgId)
  const read = readPriceCsv(csv)
  if (read.kind === 'rejected') throw new BadUserInputError(read.reason, 'csv')
  const vendors = await findVendors(context, [vendorId])
  requireVendors(vendors, orgId, [{ vendorId, argument: 'vendorId' }])
  return read.rows
}

async function planImport(
  sql: Sql,
  { orgId, vendorId }: PriceFile,
  rows: readonly PriceFileRow[],
): Promise<PriceImport> {
  const stated = rows.flatMap((read) => (read.kind === 'accepted' ? [read.price] : []))
  const book = await findPriceBook(sql, orgId, vendorId)
  const inForce = await findPricesOnDays(
    sql,
    orgId,
    stated.map(({ sku, effectiveFrom: day }) => ({ vendorId, sku, day })),
  )
  const byKey = new Map(inForce.map((price) => [keyOf(price.sku, price.day), price]))
  const planned = planPriceImport(rows, ({ sku, effectiveFrom }) =>
    byKey.get(keyOf(sku, effectiveFrom)),
  )
  const identity = planned.map((row) => ({ ...row, before: row.before?.id }))
  return {
    digest: hash('sha256', JSON.stringify([orgId, vendorId, identity]), 'hex'),
    bookVersion: book?.version ?? 0,
    rows: planned,
  }
}

/** @returns the version of the book after the import */
async function save(
  sql: Transaction,
  context: Context,
  { file, planned }: { readonly file: PriceFile; readonly planned: PriceImport },
): Promise<number> {
  const { caller, now } = context
  const prices = planned.rows.flatMap(({ change, after }) =>
    after !== null && (change === 'added' || change === 'changed') ? [after] : [],
  )
  if (prices.length === 0) return planned.bookVersion
  const { orgId, vendorId } = file
  const book = { orgId, vendorId, userId: caller.userId, now: now(), prices }
  const version = await savePrices(sql, book)
  const count = (change: string): number =>
    planned.rows.filter((row) => row.change === change).length
  await insertAudit(sql, context, {
    orgId,
    operation: 'priceBookImport',
    target: { type: 'price-book', id: vendorId },
    changes: {
      ...changesOf({ version: planned.bookVersion }, { version }),
      ...changesOf(undefined, { added: count('added'), changed: count('changed') }),
    },
  })
  return version
}

function keyOf(sku: string, day: string): string {
  return `${day} ${sku}`
}

function changedMeanwhile({ bookVersion }: PriceImport): ConflictError {
  return new ConflictError(
    'The price book has changed since this preview, and the import would do something else by now. Preview it again.',
    { currentVersion: bookVersion },
  )
}

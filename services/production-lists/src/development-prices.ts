import { readFile } from 'node:fs/promises'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { findPriceBook } from './db/prices/price-book-reads.ts'
import { savePrices } from './db/prices/save-prices.ts'
import { readPriceCsv } from './domain/prices/read-price-csv.ts'
import type { StatedPrice } from './domain/prices/stated-price.ts'

const folder = new URL('../dev-data/price-books/', import.meta.url)

/** The vendors are those of order-documents; each organization's user has its organization's number. */
const books = [
  { orgId: 1, vendorId: 1, file: 'abc-building-supply.csv' },
  { orgId: 1, vendorId: 2, file: 'lakeside-siding-wholesale.csv' },
  { orgId: 1, vendorId: 3, file: 'summit-metal-roofing.csv' },
  { orgId: 2, vendorId: 4, file: 'coastal-roofing-supply.csv' },
  { orgId: 2, vendorId: 5, file: 'harbor-siding-depot.csv' },
] as const

/** Harbor Siding Depot has not changed its prices. */
const newerBooks = books.filter(({ vendorId }) => vendorId !== 5)

export interface DevelopmentPrices {
  readonly orgId: number
  readonly vendorId: number
  readonly csv: string
}

/** Books at the prices of the development templates; an existing book does not change. */
export async function loadDevelopmentPrices(sql: Sql): Promise<void> {
  for (const { orgId, vendorId, file } of books) {
    if ((await findPriceBook(sql, orgId, vendorId)) !== undefined) continue
    const prices = pricesOf(await readFile(new URL(file, folder), 'utf8'), file)
    await savePrices(sql, { orgId, vendorId, userId: orgId, now: new Date(), prices })
  }
}

/** Newer prices of some vendors: imported after the lists are created, they cause price warnings. */
export function readNewerDevelopmentPrices(): Promise<DevelopmentPrices[]> {
  return Promise.all(
    newerBooks.map(async ({ orgId, vendorId, file }) => ({
      orgId,
      vendorId,
      csv: await readFile(new URL(`newer/${file}`, folder), 'utf8'),
    })),
  )
}

function pricesOf(csv: string, file: string): readonly StatedPrice[] {
  const read = readPriceCsv(csv)
  if (read.kind === 'rejected') throw new Error(`${file}: ${read.reason}`)
  return read.rows.map((row) => {
    if (row.kind === 'accepted') return row.price
    throw new Error(`${file}, row ${row.row}: ${row.reasons.join(' ')}`)
  })
}

import { readFile } from 'node:fs/promises'
import { sql as raw } from 'kysely'
import type { Database } from '@takeoff/kit/postgres/database'
import type { Sql, Transaction } from '@takeoff/kit/postgres/sql'
import { int8 } from '@takeoff/kit/postgres/sql-types'
import { z } from 'zod'
import { addBrand } from './db/brand/save-brand.ts'
import { insertRows, plainStatement } from './db/statements.ts'
import type { BrandLogo } from './domain/brand/brand-request.ts'
import { readLogo } from './domain/brand/read-logo.ts'
import { logoSizeOf } from './rendering/pdf/logo.ts'

const FOLDER = new URL('../dev-data/', import.meta.url)

const vendorsSchema = z.array(
  z.object({
    id: z.int().positive(),
    orgId: z.int().positive(),
    vendorName: z.string().min(1),
    provider: z.object({ identifier: z.string().min(1), name: z.string().min(1) }).nullable(),
    contactName: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    addressLines: z.array(z.string().min(1)),
    accountNumber: z.string().nullable(),
  }),
)

const organizationsSchema = z.array(
  z.object({
    orgId: z.int().positive(),
    name: z.string().min(1),
    addressLines: z.array(z.string().min(1)),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    website: z.string().nullable(),
    accentColor: z.string().nullable(),
    /** A file of logos/. */
    logo: z.string().nullable(),
  }),
)

const connectionsSchema = z.array(
  z.object({
    vendorId: z.int().positive(),
    orgId: z.int().positive(),
    providerIdentifier: z.string().min(1),
    accountNumber: z.string().min(1),
    branch: z.string().nullable(),
  }),
)

// The sequence must not return the given ids again.
const skipGivenIds = plainStatement(
  { setval: int8 },
  () => raw`select setval(pg_get_serial_sequence('vendor', 'id'), (select max(id) from vendor))`,
)

/** Vendors and letterheads of the two development organizations. Loading again changes nothing. */
export async function loadDevelopmentData(database: Database): Promise<void> {
  const vendors = vendorsSchema.parse(await readJson('vendors.json'))
  const organizations = organizationsSchema.parse(await readJson('organizations.json'))
  await database.transaction(async (sql) => {
    await addVendors(sql, vendors)
    for (const organization of organizations) await addOrganization(sql, organization)
  })
}

async function addVendors(sql: Sql, vendors: z.infer<typeof vendorsSchema>): Promise<void> {
  const at = new Date()
  const rows = vendors.map(({ provider, ...vendor }) => ({
    ...vendor,
    providerIdentifier: provider?.identifier ?? null,
    providerName: provider?.name ?? null,
    createdAt: at,
    updatedAt: at,
  }))
  await insertRows(sql, 'vendor', rows, { unlessExists: ['id'] })
  await sql.run(skipGivenIds, {})
}

async function addOrganization(
  sql: Transaction,
  { orgId, logo, ...organization }: z.infer<typeof organizationsSchema>[number],
): Promise<void> {
  const brand = {
    ...organization,
    language: null,
    paper: null,
    csvPreset: null,
    logo: logo === null ? null : await readLogoFile(logo),
  }
  await addBrand(sql, orgId, { details: brand, at: new Date() })
}

async function readLogoFile(name: string): Promise<BrandLogo> {
  const file = await readFile(new URL(`logos/${name}`, FOLDER), 'base64')
  const reading = readLogo(file)
  if (reading.kind === 'refused') throw new Error(`logos/${name} ${reading.reason}`)
  const size = logoSizeOf(reading.file)
  if (size === null) throw new Error(`logos/${name} cannot be drawn`)
  return { ...reading.file, ...size }
}

/** Accounts of the development vendors at simulated suppliers; connecting them requires an access token. */
export async function readDevelopmentConnections(): Promise<z.infer<typeof connectionsSchema>> {
  return connectionsSchema.parse(await readJson('connections.json'))
}

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(name, FOLDER), 'utf8'))
}

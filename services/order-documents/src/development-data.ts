import { readFile } from 'node:fs/promises'
import type { Database } from '@takeoff/kit/database'
import { z } from 'zod'
import { saveOrganizationProfile } from './db/brand/save-organization-profile.ts'
import { addVendor } from './db/vendors/save-vendor.ts'

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

/** Vendors and letterheads of the two development organizations. Loading again changes nothing. */
export async function loadDevelopmentData(database: Database): Promise<void> {
  const vendors = vendorsSchema.parse(await readJson('vendors.json'))
  const organizations = organizationsSchema.parse(await readJson('organizations.json'))
  await database.transaction(async (sql) => {
    for (const vendor of vendors) await addVendor(sql, vendor)
    for (const organization of organizations) await saveOrganizationProfile(sql, organization)
  })
}

/** Accounts of the development vendors at simulated suppliers; connecting them takes an access token. */
export async function readDevelopmentConnections(): Promise<z.infer<typeof connectionsSchema>> {
  return connectionsSchema.parse(await readJson('connections.json'))
}

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(name, FOLDER), 'utf8'))
}

import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { documentDefaults } from '../../domain/documents/document-options.ts'
import type { DocumentDefaults } from '../../domain/documents/document-options.ts'
import { statement } from '../statements.ts'
import type { OrganizationProfile } from './organization-profile.ts'

/** The columns of organization_profile that `toDefaults` reads. */
export const defaultsColumns = ['language', 'paper', 'csvPreset'] as const

type DefaultsRow = Pick<OrganizationProfile, (typeof defaultsColumns)[number]>

const selectDefaults = statement((db, $: Params<{ readonly orgId: number }>) =>
  db.selectFrom('organizationProfile').where('orgId', '=', $.orgId).select(defaultsColumns),
)

/** The document options of an organization for calls that do not specify them. */
export async function findDocumentDefaults(sql: Sql, orgId: number): Promise<DocumentDefaults> {
  return toDefaults(await sql.row(selectDefaults, { orgId }))
}

/** Unset fields have the general defaults. */
export function toDefaults(row: DefaultsRow | undefined): DocumentDefaults {
  return {
    language: row?.language ?? documentDefaults.language,
    paper: row?.paper ?? documentDefaults.paper,
    csvPreset: row?.csvPreset ?? documentDefaults.csvPreset,
  }
}

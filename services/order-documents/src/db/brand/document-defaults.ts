import type { Sql } from '@takeoff/kit/postgres/database'
import { documentDefaults } from '../../domain/documents/document-options.ts'
import type { DocumentDefaults } from '../../domain/documents/document-options.ts'

export type DefaultsRow = {
  readonly [Field in keyof DocumentDefaults]: DocumentDefaults[Field] | null
}

/** Columns of organization_profile that make a DefaultsRow. */
export const DEFAULTS_COLUMNS = 'language, paper, csv_preset as "csvPreset"'

/** How an organization wants its documents where a call does not say. */
export async function findDocumentDefaults(sql: Sql, orgId: number): Promise<DocumentDefaults> {
  const [row] = await sql.query<DefaultsRow>(
    `select ${DEFAULTS_COLUMNS} from organization_profile where org_id = $1`,
    [orgId],
  )
  return toDefaults(row)
}

/** Fields that are not set have the general defaults. */
export function toDefaults(row: DefaultsRow | undefined): DocumentDefaults {
  return {
    language: row?.language ?? documentDefaults.language,
    paper: row?.paper ?? documentDefaults.paper,
    csvPreset: row?.csvPreset ?? documentDefaults.csvPreset,
  }
}

import type { Sql } from '@takeoff/kit/postgres/database'
import type { BrandDetails } from '../../domain/brand/brand-request.ts'
import { BRAND_COLUMNS, toBrand } from './brand-reads.ts'
import type { BrandRecord, BrandRow } from './brand-reads.ts'
import { unnamed } from './letterhead-reads.ts'

const COLUMNS: Readonly<Record<Exclude<keyof BrandDetails, 'logo'>, string>> = {
  name: 'name',
  addressLines: 'address_lines',
  phone: 'phone',
  email: 'email',
  website: 'website',
  accentColor: 'accent_color',
  language: 'language',
  paper: 'paper',
  csvPreset: 'csv_preset',
}

/**
 * Writes the given fields of a brand and leaves the rest as it is. One statement, so that neither of two
 * concurrent changes undoes the other.
 */
export async function saveBrand(
  sql: Sql,
  orgId: number,
  { details, at }: { readonly details: Partial<BrandDetails>; readonly at: Date },
): Promise<BrandRecord> {
  const given = { ...columnsOf(details), updated_at: at }
  const { insert, values } = insertOf({
    org_id: orgId,
    name: unnamed(orgId),
    address_lines: [],
    ...given,
  })
  const changes = Object.keys(given).map((name) => `${name} = excluded.${name}`)
  const [saved] = await sql.query<BrandRow>(
    `${insert} on conflict (org_id) do update set ${changes.join(', ')} returning ${BRAND_COLUMNS}`,
    values,
  )
  return toBrand(orgId, saved)
}

/** Adds the brand of an organization that has none yet. */
export async function addBrand(
  sql: Sql,
  orgId: number,
  { details, at }: { readonly details: BrandDetails; readonly at: Date },
): Promise<void> {
  const { insert, values } = insertOf({ org_id: orgId, ...columnsOf(details), updated_at: at })
  await sql.query(`${insert} on conflict (org_id) do nothing`, values)
}

function insertOf(row: Readonly<Record<string, unknown>>) {
  const names = Object.keys(row)
  const places = names.map((_name, index) => `$${index + 1}`)
  return {
    insert: `insert into organization_profile (${names.join(', ')}) values (${places.join(', ')})`,
    values: Object.values(row),
  }
}

function columnsOf({ logo, ...details }: Partial<BrandDetails>): Record<string, unknown> {
  const columns = Object.entries(COLUMNS)
    .filter(([field]) => field in details)
    .map(([field, column]) => [column, details[field as keyof typeof details]])
  return {
    ...Object.fromEntries(columns),
    ...(logo !== undefined && {
      logo: logo?.bytes ?? null,
      logo_type: logo?.type ?? null,
      logo_width: logo?.width ?? null,
      logo_height: logo?.height ?? null,
    }),
  }
}

import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Letterhead } from '../../domain/brand/letterhead.ts'
import { statement } from '../statements.ts'

/** The columns of organization_profile that make a letterhead, without its logo. */
export const letterheadColumns = [
  'name',
  'addressLines',
  'phone',
  'email',
  'website',
  'accentColor',
  'timeZone',
] as const

const selectLetterhead = statement((db, $: Params<{ readonly orgId: number }>) =>
  db
    .selectFrom('organizationProfile')
    .where('orgId', '=', $.orgId)
    .select([...letterheadColumns, 'logoType', 'logo']),
)

/** The content of the head of an organization's documents, including the logo. */
export async function findLetterhead(sql: Sql, orgId: number): Promise<Letterhead> {
  const row = await sql.row(selectLetterhead, { orgId })
  if (row === undefined) return { name: unnamed(orgId), addressLines: [] }
  const { logoType, logo, ...texts } = row
  return {
    ...texts,
    // Copied: the driver's bytes may share their memory with other responses.
    ...(logoType !== null &&
      logo !== null && { logo: { type: logoType, bytes: Uint8Array.from(logo) } }),
  }
}

/** The name of an organization that has not set one. */
export function unnamed(orgId: number): string {
  return `Organization ${orgId}`
}

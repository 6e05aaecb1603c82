import type { Sql } from '@takeoff/kit/database'
import type { Letterhead } from '../../rendering/document-model.ts'

interface Row {
  readonly name: string
  readonly addressLines: readonly string[]
  readonly phone: string | null
  readonly email: string | null
  readonly website: string | null
}

/** The letterhead of an organization; one that has no profile yet is named by its id. */
export async function findLetterhead(sql: Sql, orgId: number): Promise<Letterhead> {
  const [row] = await sql.query<Row>(
    `select name, address_lines as "addressLines", phone, email, website
     from organization_profile where org_id = $1`,
    [orgId],
  )
  if (row === undefined) return { name: `Organization ${orgId}`, addressLines: [] }
  const { name, addressLines, phone, email, website } = row
  return {
    name,
    addressLines,
    ...(phone === null ? {} : { phone }),
    ...(email === null ? {} : { email }),
    ...(website === null ? {} : { website }),
  }
}

import type { OrganizationOptions } from './organization-options.ts'
import type { OwnerSession } from './owner-session.ts'

/** The columns with texts of an organization that no key of this deployment opens. */
export async function sealedViolations(
  { sql }: OwnerSession,
  orgId: number,
  sealed: OrganizationOptions['sealed'],
): Promise<string[]> {
  if (sealed === undefined) return []
  const { box, columns } = sealed
  const current = `${box.currentPrefix}%`
  const opens = (text: string, place: string): boolean => {
    try {
      box.open(text, place)
      return true
    } catch {
      return false
    }
  }
  const violations: string[] = []
  for (const { name, ofOrganization, placeOf } of columns) {
    const rows = await sql.rows(ofOrganization, { orgId, current })
    const closed = rows.filter((row) => !opens(row.sealed, placeOf(row))).length
    if (closed > 0)
      violations.push(
        `${name}: ${closed} texts do not open here. Add the key of the other deployment at the end of the list of keys, import, and run npm run rekey.`,
      )
  }
  return violations
}

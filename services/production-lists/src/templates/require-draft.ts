import type { Sql } from '@takeoff/kit/postgres/sql'
import { violationsError } from '@takeoff/kit/values/violations'
import { lockPackages } from '../db/templates/product-reads.ts'
import { templateViolations } from '../domain/templates/template-references.ts'
import type {
  CheckedTemplate,
  TemplateDraft,
  TemplateRequest,
} from '../domain/templates/template-request.ts'
import type { Vendors } from '../find-vendors.ts'

export interface DraftCheck {
  readonly orgId: number
  readonly request: TemplateRequest
  readonly checked: CheckedTemplate
  /** The vendors that the request names. */
  readonly vendors: Vendors
  /** The lines of the changed template; empty for a new one. */
  readonly lineIds: ReadonlySet<number>
}

/**
 * The requested template; its products are locked against changes until the transaction ends.
 * @throws BadUserInputError with all of its violations
 */
export async function requireDraft(
  sql: Sql,
  { orgId, request, checked, vendors, lineIds }: DraftCheck,
): Promise<TemplateDraft> {
  const named = checked.lines.map(({ productId }) => productId)
  const productIds = new Set(named.filter((id) => typeof id === 'number'))
  const packages = await lockPackages(sql, orgId, [...productIds])
  const own = [...vendors.values()].filter((vendor) => vendor.orgId === orgId)
  const vendorIds = new Set(own.map(({ id }) => id))
  const violations = templateViolations(request.lines, checked, { packages, vendorIds, lineIds })
  if (checked.draft === undefined || violations.length > 0) throw violationsError(violations)
  return checked.draft
}

import { isDeepStrictEqual } from 'node:util'
import { requireScope } from '@takeoff/kit/security/auth'
import { isUniqueViolation } from '@takeoff/kit/postgres/database'
import type { Sql } from '@takeoff/kit/postgres/database'
import { ConflictError } from '@takeoff/kit/values/errors'
import { invariant } from '@takeoff/kit/values/invariant'
import type { Context } from '../context.ts'
import { updateTemplate as saveUpdate } from '../db/templates/save-template.ts'
import { findLinesOfTemplates, lockTemplate } from '../db/templates/template-reads.ts'
import type { TemplateLineRow, TemplateRow } from '../db/templates/template-reads.ts'
import { TEMPLATE_LINES_MAX } from '../domain/limits.ts'
import { checkTemplate } from '../domain/templates/template-request.ts'
import type {
  CheckedTemplate,
  TemplateDraft,
  TemplateRequest,
} from '../domain/templates/template-request.ts'
import { findVendors } from '../find-vendors.ts'
import type { Vendors } from '../find-vendors.ts'
import { requireDraft } from './require-draft.ts'
import { requireTemplate } from './require-template.ts'
import { nameTaken, unknownTemplate } from './template-errors.ts'

export interface TemplateChangeRequest {
  readonly id: number
  readonly template: TemplateRequest
  readonly version?: number | null | undefined
}

/**
 * Replaces a template by another description of it, all of it or nothing.
 * @throws NotFoundError for a template outside the caller's reach
 * @throws ConflictError with `currentVersion` when it is at another version than the caller's, with
 *   `templateId` when another template has the name
 * @throws BadUserInputError with all violations of the template
 */
export async function updateTemplate(
  context: Context,
  request: TemplateChangeRequest,
): Promise<TemplateRow> {
  const { caller, database } = context
  requireScope(caller, 'lists:write')
  const { id, template } = request
  const checked = checkTemplate(template)
  // Before the transaction: no row stays locked while another service answers.
  const vendors = await findVendors(
    context,
    checked.lines.map(({ vendorId }) => vendorId),
  )
  try {
    await database.transaction((sql) => change(sql, context, { request, checked, vendors }))
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const { orgId } = await requireTemplate(context, id)
    throw await nameTaken(database, orgId, checked.draft?.name ?? template.name)
  }
  return requireTemplate(context, id)
}

interface Change {
  readonly request: TemplateChangeRequest
  readonly checked: CheckedTemplate
  readonly vendors: Vendors
}

async function change(
  sql: Sql,
  { caller, now }: Context,
  { request, checked, vendors }: Change,
): Promise<void> {
  const { id, template, version } = request
  const current = await lockTemplate(sql, id, caller.orgIds)
  if (current === undefined) throw unknownTemplate(id)
  requireVersion(current, version)

  const { orgId } = current
  const lines = await linesOf(sql, current)
  const lineIds = new Set(lines.map((line) => line.id))
  const draft = await requireDraft(sql, { orgId, request: template, checked, vendors, lineIds })
  if (!isSame(current, lines, draft)) await saveUpdate(sql, { id, orgId }, { draft, at: now() })
}

function requireVersion({ id, version }: TemplateRow, seen: number | null | undefined): void {
  if (seen === null || seen === undefined || seen === version) return
  throw new ConflictError(
    `Template ${id} is at version ${version}, not ${seen}. Read it again and repeat the change.`,
    { currentVersion: version },
  )
}

async function linesOf(sql: Sql, { id, orgId }: TemplateRow): Promise<readonly TemplateLineRow[]> {
  const limits = { orgIds: [orgId], linesMax: TEMPLATE_LINES_MAX }
  const lines = (await findLinesOfTemplates(sql, [id], limits))?.get(id)
  invariant(lines !== undefined, `template ${id} has more lines than it may have`)
  return lines
}

function isSame(
  { name, tradeType, wasteFactor, combineSameProducts }: TemplateRow,
  lines: readonly TemplateLineRow[],
  draft: TemplateDraft,
): boolean {
  const current: TemplateDraft = {
    name,
    tradeType,
    wasteFactor,
    combineSameProducts,
    lines: lines.map(({ sortOrder: _sortOrder, ...line }) => line),
  }
  return isDeepStrictEqual(current, draft)
}

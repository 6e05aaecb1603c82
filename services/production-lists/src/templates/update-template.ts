import { isDeepStrictEqual } from 'node:util'
import { canonicalJson } from '@takeoff/contracts/canonical-json'
import { changesOf, insertAudit } from '@takeoff/kit/events/audit'
import { isUniqueViolation } from '@takeoff/kit/postgres/database'
import type { Sql, Transaction } from '@takeoff/kit/postgres/sql'
import { createOnce } from '@takeoff/kit/postgres/idempotency'
import { ConflictError } from '@takeoff/kit/values/errors'
import { invariant } from '@takeoff/kit/values/invariant'
import { timeOfChange } from '@takeoff/kit/values/time-of-change'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Context } from '../context.ts'
import { replaceLines } from '../db/templates/save-lines.ts'
import { findLinesOfTemplates } from '../db/templates/template-reads.ts'
import type { TemplateLineRow, TemplateRow } from '../db/templates/template-reads.ts'
import type { Template } from '../db/templates/template.ts'
import { TEMPLATE_LINES_MAX } from '../domain/limits.ts'
import { checkTemplate } from '../domain/templates/template-request.ts'
import type {
  CheckedTemplate,
  TemplateDraft,
  TemplateRequest,
} from '../domain/templates/template-request.ts'
import { findVendors } from '../find-vendors.ts'
import type { Vendors } from '../find-vendors.ts'
import { keepHiddenCosts } from './keep-hidden-costs.ts'
import { requireDraft } from './require-draft.ts'
import { nameTaken, requireLockedTemplate, requireTemplate } from './require-template.ts'

export interface TemplateChangeRequest {
  readonly id: number
  readonly template: TemplateRequest
  readonly version?: Optional<number>
}

/**
 * Replaces all fields and lines of a template; applies the whole request or nothing.
 * @throws NotFoundError for a template outside the caller's organizations
 * @throws ConflictError with `currentVersion` when the caller's version is not the current one, with
 *   `templateId` when another template has the name
 * @throws BadUserInputError with all violations of the template
 * @throws ForbiddenError for a cost of a stored line from a caller who may not see costs
 */
export async function updateTemplate(
  context: Context,
  request: TemplateChangeRequest,
): Promise<TemplateRow> {
  const { database } = context
  const { id, template } = request
  const checked = checkTemplate(template)
  try {
    await createOnce(context, 'templateUpdate', request, async (remember) => {
      // Before the transaction: no row stays locked during a request to another service.
      const vendors = await findVendors(
        context,
        checked.lines.map(({ vendorId }) => vendorId),
      )
      await database.transaction(async (sql) => {
        await remember(sql, String(id))
        await change(sql, context, { request, checked, vendors })
      })
      return id
    })
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
  sql: Transaction,
  context: Context,
  { request, checked, vendors }: Change,
): Promise<void> {
  const { id, template, version } = request
  const current = await requireLockedTemplate(sql, context, id)
  requireVersion(current, version)

  const { orgId } = current
  const lines = await linesOf(sql, current)
  const lineIds = new Set(lines.map((line) => line.id))
  const requested = await requireDraft(sql, { orgId, request: template, checked, vendors, lineIds })
  const draft = keepHiddenCosts(context.caller, requested, { lines, orgId, request: template })
  if (isSame(current, lines, draft)) return
  const { lines: changedLines, ...head } = draft
  const changes = {
    ...changesOf(current, { ...head, version: current.version + 1 }),
    ...changesOf(...differingLines(lines, changedLines)),
  }
  const updatedAt = timeOfChange(current, context.now())
  Object.assign(current, { ...head, updatedAt, version: current.version + 1 })
  await replaceLines(sql, current, changedLines)
  const target = { type: 'template' as const, id }
  await insertAudit(sql, context, { orgId, operation: 'templateUpdate', target, changes })
}

function requireVersion({ id, version }: Template, seen: Optional<number>): void {
  if (seen === null || seen === undefined || seen === version) return
  throw new ConflictError(
    `Template ${id} is at version ${version}, not ${seen}. Read it again and repeat the change.`,
    { currentVersion: version },
  )
}

type StoredLine = Omit<TemplateLineRow, 'sortOrder'>

/** In their order, as those of a draft. */
async function linesOf(sql: Sql, { id, orgId }: Template): Promise<readonly StoredLine[]> {
  const limits = { orgIds: [orgId], linesMax: TEMPLATE_LINES_MAX }
  const lines = (await findLinesOfTemplates(sql, [id], limits))?.get(id)
  invariant(lines !== undefined, `template ${id} has more lines than it may have`)
  return lines.map(({ sortOrder: _sortOrder, ...line }) => line)
}

/** The lines that the template has only before, and those that it has only after a change. */
function differingLines(
  before: readonly StoredLine[],
  after: TemplateDraft['lines'],
): [{ readonly lines: object[] }, { readonly lines: object[] }] {
  const isIn = (lines: readonly object[]) => {
    const texts = new Set(lines.map((line) => canonicalJson(line)))
    return (line: object): boolean => texts.has(canonicalJson(line))
  }
  const [isOld, isNew] = [isIn(before), isIn(after)]
  return [
    { lines: before.filter((line) => !isNew(line)) },
    { lines: after.filter((line) => !isOld(line)) },
  ]
}

function isSame(
  { name, tradeType, wasteFactor = null, combineSameProducts }: Template,
  lines: readonly StoredLine[],
  draft: TemplateDraft,
): boolean {
  const current: TemplateDraft = { name, tradeType, wasteFactor, combineSameProducts, lines }
  return isDeepStrictEqual(current, draft)
}

import { changesOf, insertAudit } from '@takeoff/kit/events/audit'
import { requireOrganization } from '@takeoff/kit/security/access'
import { isUniqueViolation } from '@takeoff/kit/postgres/database'
import { createOnce } from '@takeoff/kit/postgres/idempotency'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import type { Context } from '../context.ts'
import { saveLines } from '../db/templates/save-lines.ts'
import { insertTemplate } from '../db/templates/save-template.ts'
import type { TemplateRow } from '../db/templates/template-reads.ts'
import { checkTemplate } from '../domain/templates/template-request.ts'
import type { CheckedTemplate, TemplateRequest } from '../domain/templates/template-request.ts'
import { findVendors } from '../find-vendors.ts'
import { requireDraft } from './require-draft.ts'
import { nameTaken, requireTemplate } from './require-template.ts'

export interface NewTemplateRequest {
  readonly orgId: number
  readonly template: TemplateRequest
}

/**
 * Creates a template.
 * @throws BadUserInputError with all violations of the template
 * @throws ConflictError with `templateId` when the name is taken
 */
export async function createTemplate(
  context: Context,
  request: NewTemplateRequest,
): Promise<TemplateRow> {
  const { caller, database } = context
  const { orgId, template } = request
  requireOrganization(caller, orgId)

  const checked = checkTemplate(template)
  try {
    const id = await createOnce(context, 'templateCreate', request, (remember) =>
      saveTemplate(context, { request, checked, remember }),
    )
    return await requireTemplate(context, Number(id))
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw await nameTaken(database, orgId, checked.draft?.name ?? template.name)
  }
}

interface NewTemplate {
  readonly request: NewTemplateRequest
  readonly checked: CheckedTemplate
  readonly remember: Remember
}

/** @returns the new template's id */
async function saveTemplate(
  context: Context,
  { request: { orgId, template: request }, checked, remember }: NewTemplate,
): Promise<number> {
  // Before the transaction: no row stays locked during a request to another service.
  const vendors = await findVendors(
    context,
    checked.lines.map(({ vendorId }) => vendorId),
  )
  return context.database.transaction(async (sql) => {
    const draft = await requireDraft(sql, {
      orgId,
      request,
      checked,
      vendors,
      lineIds: new Set(),
    })
    const id = await insertTemplate(sql, { ...draft, orgId }, context.now())
    await remember(sql, String(id))
    await saveLines(sql, { id, orgId }, draft.lines)
    await insertAudit(sql, context, {
      orgId,
      operation: 'templateCreate',
      target: { type: 'template', id },
      changes: changesOf(undefined, { ...draft, lines: draft.lines.map(({ name }) => name) }),
    })
    return id
  })
}

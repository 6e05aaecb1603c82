import { requireOrganization, requireScope } from '@takeoff/kit/security/auth'
import { runIdempotent } from '@takeoff/kit/postgres/idempotency'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import type { Context } from '../context.ts'
import { insertTemplate, newTemplateId } from '../db/templates/save-template.ts'
import type { TemplateRow } from '../db/templates/template-reads.ts'
import { checkTemplate } from '../domain/templates/template-request.ts'
import type { TemplateRequest } from '../domain/templates/template-request.ts'
import { findVendors } from '../find-vendors.ts'
import { requireDraft } from './require-draft.ts'
import { requireTemplate } from './require-template.ts'
import { nameTaken } from './template-errors.ts'

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
  const { caller, database, idempotencyKey } = context
  requireScope(caller, 'lists:write')
  requireOrganization(caller, request.orgId)

  const id = await runIdempotent<number>(
    { database, caller, idempotencyKey, operation: 'templateCreate', arguments: request },
    {
      create: (remember) => saveTemplate(context, request, remember),
      replay: (resultId) => Promise.resolve(Number(resultId)),
    },
  )
  return requireTemplate(context, id)
}

/** @returns the new template's id */
async function saveTemplate(
  context: Context,
  { orgId, template: request }: NewTemplateRequest,
  remember: Remember,
): Promise<number> {
  const checked = checkTemplate(request)
  // Before the transaction: no row stays locked while another service answers.
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
    const id = await newTemplateId(sql)
    await remember(sql, String(id))
    const isInserted = await insertTemplate(sql, { id, orgId }, { draft, at: context.now() })
    if (!isInserted) throw await nameTaken(sql, orgId, draft.name)
    return id
  })
}

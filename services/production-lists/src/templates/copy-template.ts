import { changesOf, insertAudit } from '@takeoff/kit/events/audit'
import { isUniqueViolation } from '@takeoff/kit/postgres/database'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { createOnce, resultWithoutAccess } from '@takeoff/kit/postgres/idempotency'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import type { Context } from '../context.ts'
import { copyLines } from '../db/templates/save-lines.ts'
import { insertTemplate } from '../db/templates/save-template.ts'
import { findTemplates } from '../db/templates/template-reads.ts'
import type { TemplateRow } from '../db/templates/template-reads.ts'
import { templateShape } from '../domain/templates/template.ts'
import { nameTaken, requireLockedTemplate, requireTemplate } from './require-template.ts'

export interface TemplateCopyRequest {
  readonly id: number
  readonly name: string
}

/**
 * Copies a template with its lines under another name.
 * @throws NotFoundError for a template outside the caller's organizations
 * @throws BadUserInputError for an invalid name
 * @throws ConflictError with `templateId` when the name is taken
 */
export async function copyTemplate(
  context: Context,
  request: TemplateCopyRequest,
): Promise<TemplateRow> {
  const name = requireName(request.name)
  try {
    const id = await createOnce(context, 'templateCopy', request, (remember) =>
      copy(context, { ...request, name }, remember),
    )
    const [copied] = await findTemplates(context.database, [Number(id)], context.caller.orgIds)
    if (copied !== undefined) return copied
    throw resultWithoutAccess('template')
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const { orgId } = await requireTemplate(context, request.id)
    throw await nameTaken(context.database, orgId, name)
  }
}

/** @returns the copy's id */
function copy(
  context: Context,
  { id: sourceId, name }: TemplateCopyRequest,
  remember: Remember,
): Promise<number> {
  return context.database.transaction(async (sql) => {
    const source = await requireLockedTemplate(sql, context, sourceId)
    const { orgId, tradeType, wasteFactor, combineSameProducts } = source
    const head = { orgId, name, tradeType, wasteFactor, combineSameProducts }
    const id = await insertTemplate(sql, head, context.now())
    await remember(sql, String(id))
    await copyLines(sql, sourceId, id)
    await insertAudit(sql, context, {
      orgId,
      operation: 'templateCopy',
      target: { type: 'template', id },
      changes: changesOf(undefined, { name, copyOf: sourceId }),
    })
    return id
  })
}

function requireName(name: string): string {
  const parsed = templateShape.name.safeParse(name)
  if (parsed.success) return parsed.data
  throw new BadUserInputError(`name: ${parsed.error.issues[0]?.message}.`, 'name')
}

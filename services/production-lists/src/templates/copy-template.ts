import { requireScope } from '@takeoff/kit/security/auth'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { runIdempotent } from '@takeoff/kit/postgres/idempotency'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import type { Context } from '../context.ts'
import { copyTemplate as saveCopy, newTemplateId } from '../db/templates/save-template.ts'
import { lockTemplate } from '../db/templates/template-reads.ts'
import type { TemplateRow } from '../db/templates/template-reads.ts'
import { templateShape } from '../domain/templates/template.ts'
import { requireTemplate } from './require-template.ts'
import { nameTaken, unknownTemplate } from './template-errors.ts'

export interface TemplateCopyRequest {
  readonly id: number
  readonly name: string
}

/**
 * Copies a template with its lines under another name.
 * @throws NotFoundError for a template outside the caller's reach
 * @throws BadUserInputError for a name that cannot be
 * @throws ConflictError with `templateId` when the name is taken
 */
export async function copyTemplate(
  context: Context,
  request: TemplateCopyRequest,
): Promise<TemplateRow> {
  const { caller, database, idempotencyKey } = context
  requireScope(caller, 'lists:write')
  const name = requireName(request.name)
  const id = await runIdempotent<number>(
    { database, caller, idempotencyKey, operation: 'templateCopy', arguments: request },
    {
      create: (remember) => copy(context, { ...request, name }, remember),
      replay: (resultId) => Promise.resolve(Number(resultId)),
    },
  )
  return requireTemplate(context, id)
}

/** @returns the copy's id */
function copy(
  { database, caller, now }: Context,
  { id: sourceId, name }: TemplateCopyRequest,
  remember: Remember,
): Promise<number> {
  return database.transaction(async (sql) => {
    const source = await lockTemplate(sql, sourceId, caller.orgIds)
    if (source === undefined) throw unknownTemplate(sourceId)
    const id = await newTemplateId(sql)
    await remember(sql, String(id))
    const isInserted = await saveCopy(sql, source, { id, name, at: now() })
    if (!isInserted) throw await nameTaken(sql, source.orgId, name)
    return id
  })
}

function requireName(name: string): string {
  const parsed = templateShape.name.safeParse(name)
  if (parsed.success) return parsed.data
  throw new BadUserInputError(`name: ${parsed.error.issues[0]?.message}.`, 'name')
}

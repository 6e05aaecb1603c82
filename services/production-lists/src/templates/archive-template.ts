import { requireScope } from '@takeoff/kit/security/auth'
import type { Context } from '../context.ts'
import { setArchived } from '../db/templates/save-template.ts'
import { lockTemplate } from '../db/templates/template-reads.ts'
import type { TemplateRow } from '../db/templates/template-reads.ts'
import { requireTemplate } from './require-template.ts'
import { unknownTemplate } from './template-errors.ts'

/**
 * Keeps a template from making new lists; an archived one stays as it is.
 * @throws NotFoundError for a template outside the caller's reach
 */
export function archiveTemplate(context: Context, id: number): Promise<TemplateRow> {
  return setState(context, id, { isArchived: true })
}

/**
 * Takes a template out of the archive.
 * @throws NotFoundError for a template outside the caller's reach
 */
export function restoreTemplate(context: Context, id: number): Promise<TemplateRow> {
  return setState(context, id, { isArchived: false })
}

async function setState(
  context: Context,
  id: number,
  { isArchived }: { readonly isArchived: boolean },
): Promise<TemplateRow> {
  const { caller, database } = context
  requireScope(caller, 'lists:write')
  await database.transaction(async (sql) => {
    const current = await lockTemplate(sql, id, caller.orgIds)
    if (current === undefined) throw unknownTemplate(id)
    if ((current.archivedAtMs !== null) === isArchived) return
    const at = context.now()
    await setArchived(sql, id, { archivedAt: isArchived ? at : null, at })
  })
  return requireTemplate(context, id)
}

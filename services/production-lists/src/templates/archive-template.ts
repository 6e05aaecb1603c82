import { changesOf, insertAudit } from '@takeoff/kit/events/audit'
import { timeOfChange } from '@takeoff/kit/values/time-of-change'
import type { Context } from '../context.ts'
import type { TemplateRow } from '../db/templates/template-reads.ts'
import { requireLockedTemplate, requireTemplate } from './require-template.ts'

/**
 * Excludes a template from new lists; does not change an already archived template.
 * @throws NotFoundError for a template outside the caller's organizations
 */
export function archiveTemplate(context: Context, id: number): Promise<TemplateRow> {
  return setState(context, id, { isArchived: true })
}

/**
 * Restores an archived template.
 * @throws NotFoundError for a template outside the caller's organizations
 */
export function restoreTemplate(context: Context, id: number): Promise<TemplateRow> {
  return setState(context, id, { isArchived: false })
}

async function setState(
  context: Context,
  id: number,
  { isArchived }: { readonly isArchived: boolean },
): Promise<TemplateRow> {
  const { database } = context
  await database.transaction(async (sql) => {
    const template = await requireLockedTemplate(sql, context, id)
    if ((template.archivedAt !== null) === isArchived) return
    template.updatedAt = timeOfChange(template, context.now())
    template.archivedAt = isArchived ? template.updatedAt : null
    template.version += 1
    await insertAudit(sql, context, {
      orgId: template.orgId,
      operation: isArchived ? 'templateArchive' : 'templateRestore',
      target: { type: 'template', id },
      changes: changesOf({ isArchived: !isArchived }, { isArchived }),
    })
  })
  return requireTemplate(context, id)
}

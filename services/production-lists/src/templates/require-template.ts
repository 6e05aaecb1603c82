import type { Context } from '../context.ts'
import { findTemplates } from '../db/templates/template-reads.ts'
import type { TemplateRow } from '../db/templates/template-reads.ts'
import { unknownTemplate } from './template-errors.ts'

/**
 * A template as it stands after a mutation.
 * @throws NotFoundError for one outside the caller's reach
 */
export async function requireTemplate(
  { database, caller }: Context,
  id: number,
): Promise<TemplateRow> {
  const [row] = await findTemplates(database, [id], caller.orgIds)
  if (row === undefined) throw unknownTemplate(id)
  return row
}

import type { Sql } from '@takeoff/kit/postgres/sql'
import { ConflictError, NotFoundError } from '@takeoff/kit/values/errors'
import { findTemplateId } from '../db/templates/template-reads.ts'

export function unknownTemplate(id: number): NotFoundError {
  return new NotFoundError(
    `There is no template ${id} in your organizations. Give the id of a template.`,
    'id',
  )
}

/** The error names the template that has the name. */
export async function nameTaken(sql: Sql, orgId: number, name: string): Promise<ConflictError> {
  const templateId = await findTemplateId(sql, orgId, name)
  return new ConflictError(
    `Template ${templateId} is named "${name}" already, be it with other capitals or in the archive. Choose another name.`,
    { templateId },
  )
}

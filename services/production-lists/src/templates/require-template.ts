import { LockMode } from '@mikro-orm/core'
import type { Sql, Transaction } from '@takeoff/kit/postgres/sql'
import { ConflictError, NotFoundError } from '@takeoff/kit/values/errors'
import type { Context } from '../context.ts'
import { findTemplateId, findTemplates } from '../db/templates/template-reads.ts'
import type { TemplateRow } from '../db/templates/template-reads.ts'
import { Template } from '../db/templates/template.ts'

/**
 * A template after a mutation.
 * @throws NotFoundError for a template outside the caller's organizations
 */
export async function requireTemplate(
  { database, caller }: Context,
  id: number,
): Promise<TemplateRow> {
  const [row] = await findTemplates(database, [id], caller.orgIds)
  if (row === undefined) throw unknownTemplate(id)
  return row
}

/**
 * Locks a template until the transaction ends; its commit writes the changes of the entity.
 * @throws NotFoundError for a template outside the caller's organizations
 */
export async function requireLockedTemplate(
  sql: Transaction,
  { caller }: Context,
  id: number,
): Promise<Template> {
  const entities = sql.entitiesOf(caller.orgIds)
  const template = await entities.findOne(
    Template,
    { id },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (template === null) throw unknownTemplate(id)
  return template
}

/** The error names the template that has the name. */
export async function nameTaken(sql: Sql, orgId: number, name: string): Promise<ConflictError> {
  const templateId = await findTemplateId(sql, orgId, name)
  if (templateId === undefined)
    return new ConflictError(
      'Another request changes a template of this name at the same time. Nothing was saved. Send the request again.',
    )
  return new ConflictError(
    `Template ${templateId} is named "${name}" already, be it with other capitals or in the archive. Choose another name.`,
    { templateId },
  )
}

function unknownTemplate(id: number): NotFoundError {
  return new NotFoundError(
    `There is no template ${id} in your organizations. Give the id of a template.`,
    'id',
  )
}

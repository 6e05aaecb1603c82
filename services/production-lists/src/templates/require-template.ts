import { LockMode } from '@mikro-orm/core'
import type { Transaction } from '@takeoff/kit/postgres/sql'
import type { Context } from '../context.ts'
import { findTemplates } from '../db/templates/template-reads.ts'
import type { TemplateRow } from '../db/templates/template-reads.ts'
import { Template } from '../db/templates/template.ts'
import { unknownTemplate } from './template-errors.ts'

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

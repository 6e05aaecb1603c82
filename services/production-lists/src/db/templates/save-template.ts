import type { Insertable } from 'kysely'
import type { Sql, Transaction } from '@takeoff/kit/postgres/sql'
import type { Template as CheckedTemplate } from '../../domain/templates/template.ts'
import { insertRows } from '../statements.ts'
import type { Tables } from '../statements.ts'
import { lineRow } from './save-lines.ts'
import { Template } from './template.ts'

type TemplateHead = Pick<
  Template,
  'orgId' | 'name' | 'tradeType' | 'wasteFactor' | 'combineSameProducts'
>

/** @returns the id of a new template without lines. Fails when the name is taken. */
export async function insertTemplate(
  sql: Transaction,
  { orgId, name, tradeType, wasteFactor, combineSameProducts }: TemplateHead,
  createdAt: Date,
): Promise<number> {
  const entities = sql.entitiesOf([orgId])
  const template = entities.create(Template, {
    orgId,
    name,
    tradeType,
    wasteFactor,
    combineSameProducts,
    createdAt,
    updatedAt: createdAt,
  })
  await entities.flush()
  return template.id
}

/** Saves a checked template under its own ids; existing rows are not changed. */
export async function seedTemplate(sql: Sql, template: CheckedTemplate): Promise<void> {
  const { products, lines, ...head } = template
  const unlessExists = { unlessExists: ['id'] } as const
  const at = new Date()
  await insertRows(sql, 'template', [{ ...head, createdAt: at, updatedAt: at }], unlessExists)
  const productRows = products.map((product) => productRow(head.orgId, product))
  await insertRows(sql, 'product', productRows, unlessExists)
  const lineRows = lines.map((line) => lineRow(head, line))
  await insertRows(sql, 'templateLine', lineRows, unlessExists)
}

function productRow(
  orgId: number,
  { provider, ...product }: CheckedTemplate['products'][number],
): Insertable<Tables['product']> {
  return {
    ...product,
    orgId,
    providerIdentifier: provider?.identifier ?? null,
    providerName: provider?.name ?? null,
  }
}

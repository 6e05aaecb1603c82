import { sql as raw } from 'kysely'
import type { Insertable } from 'kysely'
import type { Sql, Transaction } from '@takeoff/kit/postgres/sql'
import { fromRecords, toRecords } from '@takeoff/kit/postgres/records'
import type { Records } from '@takeoff/kit/postgres/records'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Template as CheckedTemplate } from '../../domain/templates/template.ts'
import { statement } from '../statements.ts'
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

const insertSeededTemplate = statement(
  (db, $: Params<Omit<CheckedTemplate, 'lines' | 'products'>>) =>
    db
      .insertInto('template')
      .values({
        id: $.id,
        orgId: $.orgId,
        name: $.name,
        tradeType: $.tradeType,
        wasteFactor: $.wasteFactor,
        combineSameProducts: $.combineSameProducts,
        createdAt: raw`now()`,
        updatedAt: raw`now()`,
      })
      .onConflict((conflict) => conflict.column('id').doNothing()),
)

const insertSeededProducts = insertSeeded('product')
const insertSeededLines = insertSeeded('templateLine')

function insertSeeded<Name extends 'product' | 'templateLine'>(table: Name) {
  return statement((db, $: Params<{ readonly records: Records<Tables[Name]> }>) =>
    db
      .insertInto(table)
      .expression((eb) =>
        eb.selectFrom(fromRecords<Tables, Name>(table, $.records).as('r')).selectAll(),
      )
      .onConflict((conflict) => conflict.column('id').doNothing()),
  )
}

/** Saves a checked template under its own ids; existing rows are not changed. */
export async function saveTemplate(sql: Sql, template: CheckedTemplate): Promise<void> {
  const { products, lines, ...head } = template
  await sql.run(insertSeededTemplate, head)
  await sql.run(insertSeededProducts, {
    records: toRecords<Tables['product']>(
      products.map((product) => productRow(head.orgId, product)),
    ),
  })
  await sql.run(insertSeededLines, {
    records: toRecords<Tables['templateLine']>(lines.map((line) => lineRow(head, line))),
  })
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

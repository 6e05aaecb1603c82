import { expressionBuilder, sql as raw } from 'kysely'
import type { Expression, Selectable } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Page } from '@takeoff/kit/graphql/page'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { searchWords, wordQuery, wordsSql } from '@takeoff/kit/postgres/word-search'
import type { Optional } from '@takeoff/kit/values/optional'
import type { LineRule } from '../../domain/templates/template-line.ts'
import { statement, statementFor } from '../statements.ts'
import type { OwnIds, Tables } from '../statements.ts'

export interface TemplateLineRow extends LineRule {
  readonly id: number
  readonly sortOrder: number
}

/** The parent of the TemplateLine resolvers. */
export interface OwnTemplateLine extends TemplateLineRow {
  readonly orgId: number
}

export interface TemplateFilter {
  readonly tradeType?: Optional<string>
  readonly search?: Optional<string>
  readonly includeArchived?: Optional<boolean>
}

const templateWordsSql = wordsSql('org_id', ['name'])

const templateColumns = [
  'id',
  'orgId',
  'name',
  'tradeType',
  'wasteFactor',
  'combineSameProducts',
  'version',
  'createdAt',
  'updatedAt',
  'archivedAt',
] as const

/** The parent of the Template resolvers. */
export type TemplateRow = Readonly<
  Pick<Selectable<Tables['template']>, (typeof templateColumns)[number]>
>

/** The column of each field of a line, for reading and saving alike. */
export const lineColumns = {
  sortOrder: 'sortOrder',
  name: 'name',
  listItemGroupName: 'groupName',
  type: 'type',
  measure: 'measure',
  measurementUnits: 'measurementUnits',
  coverage: 'coverage',
  quantityUnits: 'quantityUnits',
  wasteFactor: 'wasteFactor',
  rounding: 'rounding',
  roundingStep: 'roundingStep',
  minimumQuantity: 'minimumQuantity',
  conditions: 'conditions',
  productId: 'productId',
  color: 'color',
  notes: 'notes',
  vendorId: 'vendorId',
  unitCost: 'unitCost',
  markup: 'markup',
  taxPercent: 'taxPercent',
} as const satisfies Record<keyof LineRule | 'sortOrder', keyof Tables['templateLine']>

type LineValues = {
  readonly [Field in keyof typeof lineColumns]: Expression<
    Selectable<Tables['templateLine']>[(typeof lineColumns)[Field]]
  >
}

/** The JSON of a line `l`: a TemplateLineRow. */
export function lineJson() {
  const l = expressionBuilder<{ readonly l: Tables['templateLine'] }, 'l'>()
  const values = Object.entries(lineColumns).map(
    ([field, column]): readonly [string, Expression<unknown>] => [field, l.ref(`l.${column}`)],
  )
  return jsonBuildObject({ id: l.ref('l.id'), ...(Object.fromEntries(values) as LineValues) })
}

const selectTemplates = statement((db, $: Params<OwnIds>) =>
  db
    .selectFrom('template')
    .where((eb) => eb('id', '=', eb.fn.any($.ids)))
    .where((eb) => eb('orgId', '=', eb.fn.any($.orgIds)))
    .select(templateColumns),
)

/** Templates by id, of these organizations only, unordered. */
export function findTemplates(
  sql: Sql,
  ids: readonly number[],
  orgIds: readonly number[],
): Promise<TemplateRow[]> {
  return sql.rows(selectTemplates, { ids, orgIds })
}

interface TemplatePage {
  readonly orgId: number
  readonly after: number
  readonly limit: number
  readonly tradeType: string
  readonly words: string | undefined
}

const selectPage = statementFor(
  [
    { hasTradeType: true, isSearched: true, includeArchived: false },
    { hasTradeType: false, isSearched: false, includeArchived: true },
  ],
  (db, $: Params<TemplatePage>, { hasTradeType, isSearched, includeArchived }) =>
    db
      .selectFrom('template')
      .where('orgId', '=', $.orgId)
      .where('id', '>', $.after)
      .$if(hasTradeType, (templates) => templates.where('tradeType', '=', $.tradeType))
      .$if(!includeArchived, (templates) => templates.where('archivedAt', 'is', null))
      .$if(isSearched, (templates) =>
        templates.where(
          raw<boolean>`${raw.raw(templateWordsSql)} @@ ${wordQuery($.orgId, $.words)}`,
        ),
      )
      .orderBy('id')
      .limit($.limit)
      .select(templateColumns),
)

/** A page of an organization's templates by id, plus one row after the page. */
export function listTemplates(
  sql: Sql,
  orgId: number,
  { tradeType, search, includeArchived, page }: TemplateFilter & { readonly page: Page<number> },
): Promise<TemplateRow[]> {
  const words = searchWords(search)
  const shape = {
    hasTradeType: typeof tradeType === 'string',
    isSearched: words !== undefined,
    includeArchived: includeArchived ?? false,
  }
  return sql.rows(selectPage(shape), {
    orgId,
    after: page.after ?? 0,
    limit: page.first + 1,
    tradeType: tradeType ?? '',
    words,
  })
}

/** The names of trades that an error shows. */
const TRADES_MAX = 50

interface WantedTrade {
  readonly orgId: number
  readonly tradeType: string
}

const selectTrades = statement((db, $: Params<WantedTrade>) =>
  db
    .selectFrom('template')
    .where('orgId', '=', $.orgId)
    .groupBy('tradeType')
    .orderBy((eb) => eb('tradeType', '=', $.tradeType), 'desc')
    .orderBy('tradeType')
    .limit(TRADES_MAX)
    .select('tradeType'),
)

/** Trades of an organization's templates, archived ones included: the wanted one first if it is one, and up to 50 in all. */
export async function findTrades(sql: Sql, wanted: WantedTrade): Promise<string[]> {
  const rows = await sql.rows(selectTrades, wanted)
  return rows.map(({ tradeType }) => tradeType)
}

const selectTemplateId = statement(
  (db, $: Params<{ readonly orgId: number; readonly name: string }>) =>
    db
      .selectFrom('template')
      .where('orgId', '=', $.orgId)
      .where((eb) => eb('nameKey', '=', eb.fn<string>('lower', [$.name])))
      .select('id'),
)

/** The template of an organization that has a name, in any case. */
export async function findTemplateId(
  sql: Sql,
  orgId: number,
  name: string,
): Promise<number | undefined> {
  return (await sql.row(selectTemplateId, { orgId, name }))?.id
}

interface LinesOfTemplates {
  readonly templateIds: readonly number[]
  readonly orgIds: readonly number[]
  readonly limit: number
}

const selectLines = statement((db, $: Params<LinesOfTemplates>) =>
  db
    .selectFrom('templateLine as l')
    .where((eb) => eb('l.templateId', '=', eb.fn.any($.templateIds)))
    .where((eb) => eb('l.orgId', '=', eb.fn.any($.orgIds)))
    .orderBy('l.templateId')
    .orderBy('l.sortOrder')
    .limit($.limit)
    .select(['l.templateId', lineJson().as('line')]),
)

/**
 * The lines of each of these templates, in their order, of these organizations only.
 * @returns undefined when together they exceed `linesMax`
 */
export async function findLinesOfTemplates(
  sql: Sql,
  templateIds: readonly number[],
  { orgIds, linesMax }: { readonly orgIds: readonly number[]; readonly linesMax: number },
): Promise<Map<number, TemplateLineRow[]> | undefined> {
  const rows = await sql.rows(selectLines, { templateIds, orgIds, limit: linesMax + 1 })
  if (rows.length > linesMax) return undefined
  const lines = new Map<number, TemplateLineRow[]>(templateIds.map((id) => [id, []]))
  for (const { templateId, line } of rows) lines.get(templateId)?.push(line)
  return lines
}

import { expressionBuilder, sql as raw } from 'kysely'
import type { Expression } from 'kysely'
import { text } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Tables } from '../statements.ts'

const PLAIN = [
  'listItemId',
  'name',
  'quantityUnits',
  'sku',
  'color',
  'notes',
  'listItemGroupName',
  'tradeType',
] as const

/** Numbers that are text without trailing zeros, because a double does not hold every digit. */
const DECIMALS = ['quantity', 'unitCost', 'taxPercent'] as const

/** Numbers that are text with cents. */
const MONEY = ['pretaxCost', 'totalCost'] as const

/** The values of an order line, each in the column of its name; statements that read lines select them. */
export const lineFields = [...PLAIN, ...DECIMALS, ...MONEY] as const

/** Values that clients do not read, or read as the id of another object. */
type Unread = 'listItemId' | 'notes' | 'tradeType'
const UNREAD: ReadonlySet<string> = new Set<Unread>(['listItemId', 'notes', 'tradeType'])

/** The values that clients read. */
export type ReadLineField = Exclude<(typeof lineFields)[number], Unread>
export const readLineFields = lineFields.filter((name): name is ReadLineField => !UNREAD.has(name))

type Changed = Partial<Record<(typeof DECIMALS | typeof MONEY)[number], Expression<unknown>>>

/**
 * The columns of an order line, for statements on order_list_item as `i`.
 * @param changed other values for some of the numbers
 */
export function lineColumns(changed: Changed = {}) {
  const i = expressionBuilder<{ readonly i: Tables['orderListItem'] }, 'i'>()
  return [
    ...PLAIN.map((name) => `i.${name}` as const),
    ...DECIMALS.map((name) => {
      const value = changed[name] ?? i.ref(`i.${name}`)
      return column(name, text, raw`trim_scale(${value})::text`)
    }),
    ...MONEY.map((name) => {
      const value = changed[name] ?? i.ref(`i.${name}`)
      return column(name, text, raw`(${value})::text`)
    }),
  ] as const
}

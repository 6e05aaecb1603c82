import { guardFormula } from '@takeoff/contracts/formula-guard'
import type { FullListFragment, ListLineFragment } from '../../generated/operations.ts'
import type { Messages } from '../../i18n/en.ts'

type Cell = string | number | null

/** Saves the list as it was last saved, as a CSV file. */
export function saveListCsv(list: FullListFragment, messages: Messages): void {
  const url = URL.createObjectURL(new Blob([listCsv(list, messages)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${list.name ?? messages.list.unnamed(list.id)}.csv`
  link.click()
  URL.revokeObjectURL(url)
}

/** RFC 4180; a byte order mark has spreadsheets read it as UTF-8. */
export function listCsv(list: FullListFragment, { list: { columns } }: Messages): string {
  const seesCosts = list.totalCost !== null
  const head: readonly Cell[] = [
    columns.item,
    'SKU',
    columns.color,
    columns.measured,
    columns.waste,
    columns.quantity,
    columns.unit,
    ...(seesCosts ? [columns.unitCost, columns.cost] : []),
    columns.price,
    columns.notes,
  ]
  const rows = list.listItems.map((line) => rowOf(line, seesCosts))
  return `\uFEFF${[head, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`
}

const rowOf = (line: ListLineFragment, seesCosts: boolean): readonly Cell[] => [
  line.name,
  line.SKU,
  line.color,
  line.measurement,
  line.wasteFactor,
  line.quantity,
  line.quantityUnits,
  ...(seesCosts ? [line.unitCost, line.totalCost] : []),
  line.totalPrice,
  line.notes,
]

/**
 * A text that a spreadsheet would run as a formula begins with an apostrophe. A text is in quotes where it has a character
 * at which some programs end a field.
 */
function quoted(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = guardFormula(cell ?? '')
  return /[",;\t|\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

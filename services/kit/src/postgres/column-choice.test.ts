import { expect, test } from 'vitest'
import { choosingColumns } from './column-choice.ts'
import type { ChosenColumns } from './column-choice.ts'

interface Row {
  readonly id: number
  readonly name: string
  readonly cents: number
  readonly vendorId: number
}

const choose = (): ChosenColumns =>
  choosingColumns<Row>(
    {
      columns: { id: 'i.id', name: 'i.name', cents: 'i.cents::int', vendorId: 'i.vendor_id' },
      always: ['id'],
      fields: { vendor: ['vendorId'], price: ['cents', 'vendorId'] },
    },
    (columns) => `select ${columns} from item i`,
  )

const ID = 'i.id as "id"'
const VENDOR = 'i.vendor_id as "vendorId"'

test.each([
  [[], ID],
  [['name'], `${ID}, i.name as "name"`],
  [['vendor'], `${ID}, ${VENDOR}`],
  [['price'], `${ID}, i.cents::int as "cents", ${VENDOR}`],
  [['list', 'unknown', 'toString'], ID],
])('the fields %j need the columns %s', (fields, columns) => {
  expect(choose()(new Set(fields)).text).toBe(`select ${columns} from item i`)
})

test('every column is read where no fields are named', () => {
  expect(choose()().text).toContain('i.name as "name", i.cents::int as "cents"')
})

test('the order of fields, and fields of other types, do not create another statement', () => {
  const chosen = choose()
  expect(chosen(new Set(['name', 'vendor']))).toBe(chosen(new Set(['vendor', 'list', 'name'])))
})

test('a limited number of choices is prepared; further ones are parsed each time', () => {
  const names = Array.from({ length: 30 }, (_, index) => `field${index}`)
  const columns = Object.fromEntries(names.map((name) => [name, name]))
  const chosen = choosingColumns<Record<string, string>>(
    { columns, always: [], fields: {} },
    (list) => `select ${list} from wide`,
  )

  const statements = names.map((name) => chosen(new Set([name])))

  // One is that of every column.
  expect(statements.filter(({ name }) => name !== undefined)).toHaveLength(19)
  expect(statements[29]?.text).toBe('select field29 as "field29" from wide')
  expect(chosen(new Set(['field0']))).toBe(statements[0])
})

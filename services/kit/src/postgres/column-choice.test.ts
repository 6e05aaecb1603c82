import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { compilingKysely } from '../testing/compiling-kysely.ts'
import { choosingColumns } from './column-choice.ts'
import { numeric } from './sql-types.ts'
import { column, preparedName, statementsOf } from './statement.ts'

interface Tables {
  readonly item: {
    readonly id: number
    readonly itemName: string
    readonly price: number
    readonly vendorId: number
  }
}

const kysely = compilingKysely()

const createChoice = () =>
  choosingColumns(
    statementsOf<Tables>('a test of choices'),
    { always: ['id'], fields: { vendor: ['vendorId'], price: ['cents', 'vendorId'] } },
    (db, _, chosen) =>
      db
        .selectFrom('item as i')
        .select((eb) =>
          chosen([
            'i.id',
            'i.itemName as name',
            column('cents', numeric, sql`${eb.ref('i.price')} * 100`),
            'i.vendorId',
          ]),
        ),
  )

const ID = '"i"."id" as "id"'
const NAME = '"i"."item_name" as "name"'
const CENTS = '"i"."price" * 100 as "cents"'
const VENDOR = '"i"."vendor_id" as "vendorId"'

test.each([
  [[], ID],
  [['name'], `${ID}, ${NAME}`],
  [['vendor'], `${ID}, ${VENDOR}`],
  [['price'], `${ID}, ${CENTS}, ${VENDOR}`],
  [['list', 'unknown', 'toString'], ID],
])('the fields %j need the columns %s', (fields, columns) => {
  const { text } = createChoice()(new Set(fields)).compile(kysely)
  expect(text).toBe(`select ${columns} from "item" as "i"`)
})

test('every column is read where no fields are named', () => {
  expect(createChoice()().compile(kysely).text).toContain(`${NAME}, ${CENTS}, ${VENDOR}`)
})

test('the order of fields, and fields of other types, do not create another statement', () => {
  const choice = createChoice()
  const compiled = choice(new Set(['name', 'vendor'])).compile(kysely)
  expect(choice(new Set(['vendor', 'list', 'name'])).compile(kysely)).toBe(compiled)
})

test('a column that is not chosen may be missing in a row', () => {
  expect(createChoice()(new Set(['name'])).compile(kysely).required).toEqual([])
  expect(createChoice()(new Set(['price'])).compile(kysely).required).toEqual(['cents'])
})

test('a limited number of choices is prepared; further ones are parsed each time', () => {
  const names = Array.from({ length: 30 }, (_, index) => `field${index}`)
  const choice = choosingColumns(
    statementsOf<{ wide: Record<string, string> }>('a test of wide choices'),
    { always: [], fields: {} },
    (db, _, chosen) => db.selectFrom('wide').select(chosen(names)),
  )
  const textOf = (name: string) => choice(new Set([name])).compile(kysely).text

  const texts = names.map(textOf)

  expect(texts.filter((text) => preparedName(text) !== undefined)).toHaveLength(20)
  expect(texts[29]).toBe('select "field29" as "field29" from "wide"')
})

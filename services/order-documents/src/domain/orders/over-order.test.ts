import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import { overOrderWarnings } from './over-order.ts'

const shingles = { id: 1, name: 'Shingles', quantity: '76', quantityUnits: 'BUNDLES' }
const nails = { id: 2, name: 'Nails', quantity: '4.5', quantityUnits: 'BOXES' }

const line = (item: typeof shingles, quantity = item.quantity) => ({
  listItemId: item.id,
  name: item.name,
  quantity,
  quantityUnits: item.quantityUnits,
})
const before = (quantities: Readonly<Record<number, string>>, unit?: string) =>
  new Map(
    Object.entries(quantities).map(([id, text]) => [
      Number(id),
      new Map([[unit ?? (id === '2' ? 'BOXES' : 'BUNDLES'), new Decimal(text)]]),
    ]),
  )

describe('an order', () => {
  it('of the quantities that the list needs does not warn', () => {
    expect(overOrderWarnings([shingles, nails], before({}), [line(shingles), line(nails)])).toEqual(
      [],
    )
  })

  it('of items that are already ordered warns of these only', () => {
    const warnings = overOrderWarnings([shingles, nails], before({ 1: '76' }), [
      line(shingles),
      line(nails),
    ])

    expect(warnings).toEqual([
      'Over-ordered: with this, 152 BUNDLES of "Shingles" are ordered; the list needs 76.',
    ])
  })

  it('adds up decimals exactly, and all lines of an item', () => {
    expect(overOrderWarnings([nails], before({ 2: '4.2' }), [line(nails, '0.3')])).toEqual([])
    expect(
      overOrderWarnings([nails], before({ 2: '4.1' }), [line(nails, '0.3'), line(nails, '0.2')]),
    ).toEqual(['Over-ordered: with this, 4.6 BOXES of "Nails" are ordered; the list needs 4.5.'])
  })

  it('that names an item twice in full warns', () => {
    expect(overOrderWarnings([nails], before({}), [line(nails), line(nails)])).toEqual([
      'Over-ordered: with this, 9 BOXES of "Nails" are ordered; the list needs 4.5.',
    ])
  })

  it('of an item that the list no longer has warns', () => {
    expect(overOrderWarnings([nails], before({}), [line(shingles, '2')])).toEqual([
      'Over-ordered: with this, 2 BUNDLES of "Shingles" are ordered; the list does not have it any more.',
    ])
  })

  it('of an item that is ordered in another unit states the quantities of each unit', () => {
    const squares = { ...shingles, quantity: '25', quantityUnits: 'SQUARES' }

    expect(overOrderWarnings([shingles], before({ 1: '25' }, 'SQUARES'), [line(shingles)])).toEqual(
      [
        'Ordered in another unit: with this, 25 SQUARES and 76 BUNDLES of "Shingles" are ordered; the list needs 76 BUNDLES.',
      ],
    )
    expect(overOrderWarnings([shingles], before({}), [line(squares)])).toEqual([
      'Ordered in another unit: with this, 25 SQUARES of "Shingles" are ordered; the list needs 76 BUNDLES.',
    ])
  })

  it('with credits does not warn of an excess that remains', () => {
    expect(overOrderWarnings([shingles], before({ 1: '100' }), [line(shingles, '-4')])).toEqual([])
  })

  it('of many items warns of ten by name and counts the others', () => {
    const items = Array.from({ length: 12 }, (_, index) => ({ ...shingles, id: index + 1 }))
    const ordered = before(Object.fromEntries(items.map(({ id }) => [id, '1'])), 'BUNDLES')
    const warnings = overOrderWarnings(
      items,
      ordered,
      items.map((item) => line(item)),
    )

    expect(warnings).toHaveLength(11)
    expect(warnings.at(-1)).toBe(
      'And 2 more items are over-ordered: see orderCoverage of the list.',
    )
    const eleven = overOrderWarnings(
      items,
      ordered,
      items.slice(1).map((item) => line(item)),
    )
    expect(eleven.at(-1)).toBe('And 1 more item is over-ordered: see orderCoverage of the list.')
  })

  it('shows a very long name in part', () => {
    const long = { ...shingles, name: '🪵'.repeat(200) }

    expect(overOrderWarnings([long], before({ 1: '1' }), [line(long)])[0]).toContain(
      `"${'🪵'.repeat(80)}…"`,
    )
  })
})

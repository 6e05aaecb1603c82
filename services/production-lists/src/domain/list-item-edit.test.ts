import { describe, expect, test } from 'vitest'
import { Exact } from './exact.ts'
import { editItem } from './list-item-edit.ts'
import type { EditableItem, ListItemEdit } from './list-item-edit.ts'

const item: EditableItem = {
  calculatedQuantity: new Exact('75.41875'),
  quantity: new Exact(76),
  isManualMeasurement: false,
  rounding: 'whole',
  unitCost: new Exact('19.70'),
  isManualUnitCost: false,
  taxPercent: new Exact('7.25'),
  markup: new Exact('0.35'),
  color: null,
  notes: '',
  vendorId: 1,
}

const edited = (edit: ListItemEdit, before: Partial<EditableItem> = {}) => {
  const after = editItem({ ...item, ...before }, edit)
  return after && { ...after, quantity: after.quantity.toString() }
}

describe('the edit of an item', () => {
  test.for([
    [{}],
    [{ unitCost: new Exact('19.7'), color: null, notes: '', vendorId: 1 }],
    [{ quantity: null }],
  ] as const)('%j changes nothing', ([edit]) => {
    expect(edited(edit)).toBeUndefined()
  })

  test('a quantity set by hand is manual, even when it is the computed one', () => {
    expect(edited({ quantity: new Exact(80) })).toMatchObject({
      quantity: '80',
      isManualMeasurement: true,
    })
    expect(edited({ quantity: new Exact(76) })).toMatchObject({
      quantity: '76',
      isManualMeasurement: true,
    })
  })

  test('null returns from a quantity set by hand to the computed one, by the rounding of the line', () => {
    const manual = { quantity: new Exact(80), isManualMeasurement: true }
    expect(edited({ quantity: null }, manual)).toMatchObject({
      quantity: '76',
      isManualMeasurement: false,
    })
    expect(edited({ quantity: null }, { ...manual, rounding: 'exact' })).toMatchObject({
      quantity: '75.41875',
    })
  })

  test('the line is priced again', () => {
    const after = editItem(item, { unitCost: new Exact(20) })
    expect(after?.isManualUnitCost).toBe(true)
    expect(after?.pretaxCost.toFixed(2)).toBe('1520.00')
    expect(after?.totalCost.toFixed(2)).toBe('1630.20')
    expect(after?.totalPrice.toFixed(2)).toBe('2200.77')
  })

  test('a change of words leaves the figures', () => {
    expect(edited({ notes: 'By noon', vendorId: null })).toMatchObject({
      quantity: '76',
      isManualMeasurement: false,
      isManualUnitCost: false,
      notes: 'By noon',
      vendorId: null,
    })
  })
})

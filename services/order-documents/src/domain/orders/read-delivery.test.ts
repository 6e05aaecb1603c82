import { describe, expect, it } from 'vitest'
import { readDelivery } from './read-delivery.ts'
import type { DeliveryInput } from './read-delivery.ts'

describe('a delivery', () => {
  it.each<[string, DeliveryInput | null | undefined]>([
    ['that is not given', undefined],
    ['of null', null],
    ['without fields', {}],
    ['of blank text', { date: ' ', shipTo: { name: '', lines: ['  '] }, contact: { phone: ' ' } }],
  ])('%s counts as none', (_what, input) => {
    expect(readDelivery(input)).toEqual({ values: null, violations: [] })
  })

  it('has the given fields, and null for the others', () => {
    const input = {
      date: '2026-12-01',
      window: 'first_stop',
      method: ' roof_top ',
      shipTo: { lines: [' 12 Ridge Rd ', ''], city: 'Boulder' },
      placementNotes: 'North slope\nnot on the lawn',
    }
    expect(readDelivery(input)).toEqual({
      violations: [],
      values: {
        date: '2026-12-01',
        window: 'FIRST_STOP',
        method: 'ROOF_TOP',
        shipTo: {
          name: null,
          lines: ['12 Ridge Rd'],
          city: 'Boulder',
          region: null,
          postalCode: null,
          country: null,
        },
        placementNotes: 'North slope\nnot on the lawn',
        accessNotes: null,
        contact: null,
      },
    })
  })

  it.each(['ANY', 'AM', 'PM', 'FIRST_STOP', '08:00-10:00', '00:00-23:59'])(
    'accepts the window %s',
    (window) => {
      expect(readDelivery({ window }).violations).toEqual([])
    },
  )

  it.each<[string, DeliveryInput]>([
    ['date', { date: '2026-02-30' }],
    ['date', { date: '0000-01-01' }],
    ['date', { date: '12/01/2026' }],
    ['date', { date: '2026-12-01T00:00:00Z' }],
    ['window', { window: 'noon' }],
    ['window', { window: '10:00-08:00' }],
    ['window', { window: '08:00-08:00' }],
    ['window', { window: '24:00-25:00' }],
    ['window', { window: '08:00-10:00-12:00' }],
    ['method', { method: 'DRONE' }],
    ['placementNotes', { placementNotes: 'x'.repeat(1001) }],
    ['accessNotes', { accessNotes: 'code \u0000' }],
    ['shipTo.lines', { shipTo: { lines: ['1', '2', '3', '4', '5', '6', '7'] } }],
    ['shipTo.lines[1]', { shipTo: { lines: ['1', 'x'.repeat(101)] } }],
    ['shipTo.lines[1]', { shipTo: { lines: ['', 'x'.repeat(101)] } }],
    ['shipTo.city', { shipTo: { city: 'two\nlines' } }],
    ['contact.phone', { contact: { phone: '\ud800' } }],
  ])('is refused for its %s: %j', (field, input) => {
    expect(readDelivery(input)).toMatchObject({
      violations: [{ argument: `delivery.${field}` }],
    })
  })
})

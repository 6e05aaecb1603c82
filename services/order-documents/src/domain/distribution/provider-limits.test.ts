import { describe, expect, it } from 'vitest'
import type { Delivery } from '../orders/delivery.ts'
import {
  checkProviderLimits,
  deliveryInstructionsOf,
  warnOfProviderLimits,
} from './provider-limits.ts'
import type { CheckedOrder, ProviderLimits } from './provider-limits.ts'

const limits: ProviderLimits = {
  purchaseOrderNumberLength: 20,
  purchaseOrderNumberRequired: true,
  lineCount: 99,
  deliveryInstructionsLength: 255,
  deliveryInstructionsSeenLength: 25,
  jobNameLength: 15,
  jobNumberLength: 7,
  addressLineLength: 30,
  shipToRequired: true,
  numericAccountNumber: true,
}

const unlimited: ProviderLimits = {
  purchaseOrderNumberLength: null,
  purchaseOrderNumberRequired: false,
  lineCount: null,
  deliveryInstructionsLength: null,
  deliveryInstructionsSeenLength: null,
  jobNameLength: null,
  jobNumberLength: null,
  addressLineLength: null,
  shipToRequired: false,
  numericAccountNumber: false,
}

const long: CheckedOrder = {
  purchaseOrderNumber: 'x'.repeat(21),
  jobName: 'Sixteen letters!',
  jobNumber: '12345678',
  delivery: delivery({
    shipTo: shipTo('1 Main Street', 'y'.repeat(31)),
    placementNotes: 'p'.repeat(200),
    accessNotes: 'a'.repeat(55),
  }),
  lineCount: 100,
}

describe('checkProviderLimits', () => {
  it('reports every violation at once, with the argument to change, the limit and the given length', () => {
    expect(checkProviderLimits(limits, long)).toEqual([
      violation('purchaseOrderNumber', 20, 21),
      violation('jobName', 15, 16),
      violation('jobNumber', 7, 8),
      violation('listItemIds', 99, 100, 'lines'),
      violation('delivery.shipTo.lines[1]', 30, 31),
      violation('delivery.placementNotes, delivery.accessNotes', 255, 256),
    ])
  })

  it('accepts values of exactly the allowed length', () => {
    const order: CheckedOrder = {
      purchaseOrderNumber: '🏠'.repeat(20),
      jobName: 'Fifteen letters',
      jobNumber: '1234567',
      delivery: delivery({
        shipTo: shipTo('y'.repeat(30)),
        placementNotes: 'p'.repeat(255),
      }),
      lineCount: 99,
    }

    expect(checkProviderLimits(limits, order)).toEqual([])
  })

  it('accepts any value where the provider states no limit', () => {
    expect(checkProviderLimits(unlimited, long)).toEqual([])
    expect(checkProviderLimits(unlimited, { ...long, delivery: null })).toEqual([])
  })

  it.each([null, '', '  '])(
    'requires a purchase order number if the provider does: %j',
    (given) => {
      expect(checkProviderLimits(limits, order({ purchaseOrderNumber: given }))).toEqual([
        {
          argument: 'purchaseOrderNumber',
          limit: 'required',
          given: null,
          message: 'purchaseOrderNumber is required',
        },
      ])
    },
  )

  it.each([null, delivery({}), delivery({ shipTo: shipTo() }), delivery({ shipTo: shipTo(' ') })])(
    'requires an address if the provider does: %j',
    (given) => {
      expect(checkProviderLimits(limits, order({ delivery: given }))).toMatchObject([
        { argument: 'delivery.shipTo', limit: 'required' },
      ])
    },
  )

  it('requires no address for a pickup', () => {
    const pickup = delivery({ method: 'PICKUP' })

    expect(checkProviderLimits(limits, order({ delivery: pickup }))).toEqual([])
  })
})

describe('warnOfProviderLimits', () => {
  it('warns when the branch does not see all of the instructions', () => {
    const notes = delivery({ placementNotes: 'p'.repeat(26) })

    expect(warnOfProviderLimits(limits, order({ delivery: notes }))).toEqual([
      expect.stringMatching(
        /^delivery\.placementNotes: the provider receives all 26 .* first 25\./,
      ),
    ])
  })

  it('does not warn when the branch sees all of them', () => {
    const notes = delivery({ accessNotes: 'p'.repeat(25) })

    expect(warnOfProviderLimits(limits, order({ delivery: notes }))).toEqual([])
    expect(warnOfProviderLimits(limits, order({ delivery: null }))).toEqual([])
    expect(warnOfProviderLimits(unlimited, long)).toEqual([])
  })
})

describe('deliveryInstructionsOf', () => {
  it.each([
    [null, null],
    [delivery({ placementNotes: ' ' }), null],
    [delivery({ placementNotes: 'Driveway' }), 'Driveway'],
    [delivery({ placementNotes: 'Driveway', accessNotes: 'Dog' }), 'Driveway\nDog'],
  ])('%j → %j', (given, expected) => {
    expect(deliveryInstructionsOf(given)).toBe(expected)
  })
})

function violation(argument: string, limit: number, given: number, unit = 'characters') {
  return {
    argument,
    limit,
    given,
    message: `${argument} has ${given} ${unit}, at most ${limit} are taken`,
  }
}

function order(overrides: Partial<CheckedOrder>): CheckedOrder {
  return {
    purchaseOrderNumber: 'PO-1',
    jobName: null,
    jobNumber: '1',
    delivery: delivery({ shipTo: shipTo('1 Main Street') }),
    lineCount: 1,
    ...overrides,
  }
}

function delivery(overrides: Partial<Delivery>): Delivery {
  return {
    date: null,
    window: null,
    method: null,
    shipTo: null,
    placementNotes: null,
    accessNotes: null,
    contact: null,
    ...overrides,
  }
}

function shipTo(...lines: readonly string[]) {
  return { name: null, lines, city: null, region: null, postalCode: null, country: null }
}

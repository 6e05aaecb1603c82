import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from '../exact.ts'
import { convert, packagesViolation } from './packaging.ts'
import type { Package } from './packaging.ts'

const shingles: readonly Package[] = [
  { unit: 'BUNDLES', holds: 32.8, of: 'SQUARE_FEET' },
  { unit: 'PALLETS', holds: 56, of: 'BUNDLES' },
]

const converted = (amount: number, from: string, to: string, packages = shingles) =>
  convert(new Exact(amount), from, to, packages)?.toString()

describe('an amount', () => {
  test.for([
    [1, 'BUNDLES', 'SQUARE_FEET', '32.8'],
    [1, 'BUNDLES', 'squares', '0.328'],
    [2, 'PALLETS', 'SQUARES', '36.736'],
    [1836.8, 'SQUARE_FEET', 'PALLETS', '1'],
    [7, 'SQUARES', 'SQUARE_FEET', '700'],
    [3, 'linear_feet', ' Linear  feet ', '3'],
    [5, 'CRATES', 'CRATES', '5'],
    [1, 'BUNDLES', 'LINEAR_FEET', undefined],
    [1, 'PIECES', 'EACH', undefined],
  ] as const)('of %d %s is, in %s, %s', ([amount, from, to, expected]) => {
    expect(converted(amount, from, to)).toBe(expected)
  })

  test('converts between two packages of the same content', () => {
    const siding = [
      { unit: 'BOXES', holds: 2, of: 'SQUARES' },
      { unit: 'PIECES', holds: 8, of: 'SQUARE_FEET' },
    ]
    expect(converted(1, 'BOXES', 'PIECES', siding)).toBe('25')
  })
})

/** Up to 5 packages, each of the previous one, so that any of them converts into any other. */
const chains = fc
  .array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 5 })
  .map((hundredths) => hundredths.map((holds, level) => step(level, holds / 100)))

const amounts = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => new Exact(cents).div(100))

function step(level: number, holds: number): Package {
  return { unit: `U${level + 1}`, holds, of: `U${level}` }
}

const outerOf = (chain: readonly Package[]) => `U${chain.length}`

describe('a conversion', () => {
  test('and its inverse are the identity', () => {
    fc.assert(
      fc.property(chains, amounts, (chain, amount) => {
        const inner = convert(amount, outerOf(chain), 'U0', chain) ?? new Exact(-1)
        expect(convert(inner, 'U0', outerOf(chain), chain)).toEqual(amount)
      }),
    )
  })

  test('into larger packages and its inverse are the identity to 30 digits', () => {
    fc.assert(
      fc.property(chains, amounts, (chain, amount) => {
        const outer = convert(amount, 'U0', outerOf(chain), chain) ?? new Exact(-1)
        const back = convert(outer, outerOf(chain), 'U0', chain)
        expect(back?.toSignificantDigits(30)).toEqual(amount)
      }),
    )
  })

  test('is linear', () => {
    fc.assert(
      fc.property(chains, amounts, amounts, (chain, a, b) => {
        const inner = (amount: Exact) => convert(amount, outerOf(chain), 'U0', chain) ?? amount
        expect(inner(a.plus(b))).toEqual(inner(a).plus(inner(b)))
        expect(inner(a.times(7))).toEqual(inner(a).times(7))
      }),
    )
  })

  test('along a chain is the product of its steps, in any order of the packages', () => {
    fc.assert(
      fc.property(chains, amounts, fc.infiniteStream(fc.nat()), (chain, amount, random) => {
        const product = chain.reduce((product, { holds }) => product.times(holds), amount)
        const shuffled = chain
          .map((pack) => ({ pack, at: random.next().value }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ pack }) => pack)
        expect(convert(amount, outerOf(chain), 'U0', shuffled)).toEqual(product)
      }),
    )
  })

  test('always ends for packages that pass the check, because the check refuses cycles', () => {
    const units = fc.constantFrom('A', 'B', 'C', 'D', 'SQUARES', 'SQUARE_FEET')
    const anyPackages = fc.array(fc.record({ unit: units, holds: fc.constant(2), of: units }), {
      maxLength: 6,
    })
    fc.assert(
      fc.property(anyPackages, (packages) => {
        const there = convert(new Exact(1), 'A', 'D', packages)
        if (packagesViolation(packages) !== undefined || there === undefined) return
        expect(convert(there, 'D', 'A', packages)).toEqual(new Exact(1))
      }),
    )
  })
})

describe('packages', () => {
  test('that convert into one another are accepted', () => {
    expect(packagesViolation(shingles)).toBeUndefined()
    expect(packagesViolation([{ unit: 'SQUARE_FEET', holds: 6.75, of: 'PIECES' }])).toBeUndefined()
  })

  test.for([
    [[{ unit: 'BOXES', holds: 0, of: 'PIECES' }], 'BOXES must hold more than 0 PIECES'],
    [[{ unit: 'BOXES', holds: Number.NaN, of: 'PIECES' }], 'BOXES must hold more than 0 PIECES'],
    [[{ unit: 'SQUARES', holds: 90, of: 'SQUARE_FEET' }], 'SQUARES is already defined'],
    [[...shingles, { unit: 'bundles', holds: 1, of: 'ROLLS' }], 'BUNDLES is already defined'],
    [[{ unit: 'BOXES', holds: 2, of: 'boxes ' }], 'BOXES holds itself'],
    [[{ unit: 'SQUARE_FEET', holds: 0.01, of: 'SQUARES' }], 'SQUARES holds itself'],
    [
      [
        { unit: 'CRATES', holds: 1, of: 'PALLETS' },
        { unit: 'PALLETS', holds: 2, of: 'BOXES' },
        { unit: 'BOXES', holds: 3, of: 'PALLETS' },
      ],
      'PALLETS holds itself',
    ],
  ] as const)('%j are refused: %s', ([packages, violation]) => {
    expect(packagesViolation(packages)).toBe(violation)
  })
})

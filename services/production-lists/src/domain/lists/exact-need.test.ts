import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packagesViolation } from '../templates/packaging.ts'
import type { Package } from '../templates/packaging.ts'
import { parseTemplate } from '../templates/template.ts'
import { draftItems } from './draft-items.ts'

/** A line whose coverage comes from the packages of its product. */
interface Covered {
  readonly packages: readonly Package[]
  readonly quantityUnits: string
  readonly measurementUnits: 'squares' | 'linear_feet' | null
  readonly wasteFactor: number
  /** Square feet, feet or pieces. */
  readonly measured: number
}

const measures = { squares: 'roof_area', linear_feet: 'eaves', null: 'openings' } as const

function quantities(line: Covered) {
  const { packages, quantityUnits, measurementUnits, wasteFactor, measured } = line
  const parsed = parseTemplate({
    id: 1,
    orgId: 1,
    name: 'Roof',
    tradeType: 'ROOF',
    wasteFactor: null,
    products: [{ ...product, packages }],
    lines: [
      {
        ...item,
        measure: [{ measure: measures[`${measurementUnits}`] }],
        measurementUnits,
        quantityUnits,
        wasteFactor,
      },
    ],
  })
  if (parsed.kind === 'rejected') throw new Error(`${parsed.path} ${parsed.reason}`)
  const measurements = {
    roof: { roof_facets: { area: measured }, gutters_eaves: { length: measured } },
    openings: { quantity: measured },
  }
  const [drafted] = draftItems({
    templates: [parsed.template],
    measurements,
    defaultWasteFactor: 0,
  })
  if (drafted === undefined) throw new Error('no item was drafted')
  const { calculatedQuantity, quantity } = drafted
  return { calculatedQuantity, quantity }
}

const product = {
  id: 7,
  name: 'Fasteners',
  displayName: null,
  manufacturerUrl: null,
  productType: 'MATERIAL',
  sku: 'FAST-1',
  provider: null,
}

const item = {
  id: 10,
  sortOrder: 1,
  name: 'Fasteners',
  listItemGroupName: 'Roof',
  type: 'MATERIAL',
  coverage: null,
  rounding: 'whole',
  productId: 7,
  color: null,
  notes: '',
  vendorId: null,
  unitCost: 1,
  markup: 0,
  taxPercent: 0,
}

const holds = (unit: string, amount: number, of: string): Package => ({ unit, holds: amount, of })
const squareFeet = { measurementUnits: 'squares', wasteFactor: 0.1, measured: 2000 } as const
const feet = { measurementUnits: 'linear_feet', wasteFactor: 0 } as const

describe('a need that is a whole number of packages is ordered exactly', () => {
  test.for<[string, Covered, number]>([
    [
      '6.75 pieces a square foot',
      { ...squareFeet, packages: [holds('SQUARE_FEET', 6.75, 'PIECES')], quantityUnits: 'PIECES' },
      14_850,
    ],
    [
      'boxes of 100 pieces, 4.5 of which a square foot needs',
      {
        ...squareFeet,
        wasteFactor: 0,
        measured: 2200,
        packages: [holds('SQUARE_FEET', 4.5, 'PIECES'), holds('BOXES', 100, 'PIECES')],
        quantityUnits: 'BOXES',
      },
      99,
    ],
    [
      'three clips a foot',
      {
        ...feet,
        measured: 120,
        packages: [holds('LINEAR_FEET', 3, 'CLIPS')],
        quantityUnits: 'CLIPS',
      },
      360,
    ],
    [
      'three screws for four feet',
      {
        ...feet,
        measured: 300,
        packages: [holds('LINEAR_FEET', 0.75, 'SCREWS')],
        quantityUnits: 'SCREWS',
      },
      225,
    ],
    [
      'three bundles a square',
      {
        ...squareFeet,
        packages: [holds('SQUARE_FEET', 0.03, 'BUNDLES')],
        quantityUnits: 'BUNDLES',
      },
      66,
    ],
    [
      'bundles of 33.33333 square feet, of which 66 lack a little',
      {
        ...squareFeet,
        packages: [holds('BUNDLES', 33.33333, 'SQUARE_FEET')],
        quantityUnits: 'BUNDLES',
      },
      67,
    ],
  ])('%s', ([, line, quantity]) => {
    expect(quantities(line).quantity).toBe(quantity)
  })

  test('whatever the packages are', () => {
    fc.assert(
      fc.property(chain, fc.integer({ min: 1, max: 1000 }), (line, factor) => {
        const { numerator, denominator } = needOf({ ...line, measured: 1 })
        // The least measured value, in whole units, with a whole need, and multiples of it.
        const measured = Number(denominator / gcd(numerator, denominator)) * factor
        const need = needOf({ ...line, measured })
        fc.pre(need.numerator <= 1_000_000n * need.denominator && measured <= 10_000_000)
        const quantity = Number(need.numerator / need.denominator)
        expect(quantities({ ...line, measured })).toEqual({
          calculatedQuantity: quantity,
          quantity,
        })
      }),
      { numRuns: 2000 },
    )
  })
})

test('a need has the 5 decimals that exact fractions give, and the packages that these decimals need', () => {
  const measured = fc.integer({ min: 0, max: 100_000_000 }).map((n) => n / 1000)
  fc.assert(
    fc.property(chain, measured, (line, value) => {
      const need = needOf({ ...line, measured: value })
      fc.pre(need.numerator <= 1_000_000n * need.denominator && !isAlmostHalf(need))
      const hundredThousandths = rounded(need)
      expect(quantities({ ...line, measured: value })).toEqual({
        calculatedQuantity: Number(hundredThousandths) / 100_000,
        quantity: Number((hundredThousandths + 99_999n) / 100_000n),
      })
    }),
    { numRuns: 2000 },
  )
})

interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

const SCALE = 100_000n

const scaled = (value: number): bigint => BigInt(Math.round(value * Number(SCALE)))

/** Packages from the unit of the measurement to that of the quantity, of which either may hold the other. */
const chain: fc.Arbitrary<Omit<Covered, 'measured'>> = fc
  .record({
    measurementUnits: fc.constantFrom('squares', 'linear_feet', null),
    steps: fc.array(
      fc.record({
        amount: fc.oneof(
          fc.constantFrom(0.03, 0.25, 0.75, 1.5, 3, 4.5, 6.75, 7, 12, 32.8, 33.3, 42, 100, 250),
          fc.integer({ min: 1_000, max: 100_000_000 }).map((n) => n / 100_000),
        ),
        isOuter: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    wasteFactor: fc.integer({ min: 0, max: 100 }).map((n) => n / 100),
  })
  .map(({ measurementUnits, steps, wasteFactor }) => {
    const base = { squares: 'SQUARE_FEET', linear_feet: 'LINEAR_FEET', null: 'PIECES' } as const
    const units = [base[`${measurementUnits}`], ...steps.map((_, index) => `UNIT_${index}`)]
    const packages = steps.map(({ amount, isOuter }, index) => {
      const [inner = '', outer = ''] = [units[index], units[index + 1]]
      return isOuter ? holds(outer, amount, inner) : holds(inner, amount, outer)
    })
    return { measurementUnits, packages, quantityUnits: units.at(-1) ?? '', wasteFactor }
  })
  .filter(({ packages }) => packagesViolation(packages) === undefined)
  .filter((line) => isCoverage(needOf({ ...line, wasteFactor: 0, measured: 1 }), line))

/** Whether the coverage, 1 ÷ the need of one measurement unit, is one that a line may have. */
function isCoverage(
  { numerator, denominator }: Fraction,
  { measurementUnits }: Pick<Covered, 'measurementUnits'>,
): boolean {
  const need = measurementUnits === 'squares' ? numerator * 100n : numerator
  return denominator * 200_000n > need && denominator <= need * 1_000_000n
}

/** Quantity units, as an exact fraction: the steps of a chain are in the order of its packages. */
function needOf({ packages, measured, wasteFactor }: Covered): Fraction {
  const start = {
    numerator: scaled(measured) * (SCALE + scaled(wasteFactor)),
    denominator: SCALE * SCALE,
  }
  return packages.reduce(({ numerator, denominator }, pack, index) => {
    const isOuter = pack.unit === `UNIT_${index}`
    return isOuter
      ? { numerator: numerator * SCALE, denominator: denominator * scaled(pack.holds) }
      : { numerator: numerator * scaled(pack.holds), denominator: denominator * SCALE }
  }, start)
}

/** In hundred-thousandths, half-even. */
function rounded({ numerator, denominator }: Fraction): bigint {
  const [down, rest] = [(numerator * SCALE) / denominator, (numerator * SCALE) % denominator]
  const isUp = rest * 2n === denominator ? down % 2n === 1n : rest * 2n > denominator
  return isUp ? down + 1n : down
}

/** Whether a coverage of 15 digits can round the need to the other side: it is 10 ^ -8 off at most. */
function isAlmostHalf({ numerator, denominator }: Fraction): boolean {
  const rest = (numerator * SCALE) % denominator
  const off = rest * 2n - denominator
  return (off < 0n ? -off : off) * 500n < denominator
}

function gcd(one: bigint, other: bigint): bigint {
  return other === 0n ? one : gcd(other, one % other)
}

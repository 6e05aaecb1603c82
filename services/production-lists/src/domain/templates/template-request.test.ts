import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measureNames } from './measure.ts'
import { templateViolations } from './template-references.ts'
import { checkTemplate } from './template-request.ts'
import type { LineRequest, TemplateRequest } from './template-request.ts'
import { parseTemplate } from './template.ts'

const known = {
  packages: new Map([[1, [{ unit: 'BUNDLES', holds: 33.3, of: 'SQUARE_FEET' }]]]),
  vendorIds: new Set([1]),
  lineIds: new Set([1, 2]),
}

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const number = fc.oneof(
  fc.constantFrom(0, 0.25, 1, 8, 1e-9, -1, 1e300, Number.MAX_SAFE_INTEGER, Number.NaN, Infinity),
  fc.integer({ min: 0, max: 100_000 }).map((n) => n / 100),
  fc.double(),
)
const text = fc.oneof(
  fc.constantFrom('Shingles', '', ' ', '\0', '\ud800', 'x'.repeat(3000), '__proto__'),
  fc.string(),
)
const measure = fc.oneof(fc.constantFrom<string>(...measureNames), text)
const term = fc.record({
  measure,
  width: optional(number),
  times: optional(number),
  pitchAbove: optional(number),
})
const line: fc.Arbitrary<LineRequest> = fc.record({
  id: optional(fc.constantFrom(1, 2, 3)),
  name: text,
  listItemGroupName: text,
  type: fc.oneof(fc.constantFrom('MATERIAL', 'LABOR', 'OTHER'), text),
  measure: fc.array(term, { maxLength: 12 }),
  measurementUnits: optional(fc.oneof(fc.constantFrom('squares', 'linear_feet'), text)),
  coverage: optional(number),
  quantityUnits: fc.oneof(fc.constantFrom('BUNDLES', 'SQUARES'), text),
  wasteFactor: optional(number),
  rounding: optional(fc.oneof(fc.constantFrom('whole', 'step', 'exact'), text)),
  roundingStep: optional(number),
  minimumQuantity: optional(number),
  conditions: optional(
    fc.array(fc.record({ measure, above: number, pitchAbove: optional(number) })),
  ),
  productId: optional(fc.constantFrom(0, 1, 2)),
  color: optional(text),
  notes: optional(text),
  vendorId: optional(fc.constantFrom(-1, 1, 2)),
  unitCost: optional(number),
  markup: optional(number),
  taxPercent: optional(number),
})
const request: fc.Arbitrary<TemplateRequest> = fc.record({
  name: text,
  tradeType: text,
  wasteFactor: optional(number),
  combineSameProducts: optional(fc.boolean()),
  lines: fc.array(line, { maxLength: 4 }),
})

/** Fields of a valid line, some of them replaced. */
const plain = (change: Partial<LineRequest>): LineRequest => ({
  name: 'Shingles',
  listItemGroupName: 'Roof',
  type: 'MATERIAL',
  measure: [{ measure: 'roof_area' }],
  measurementUnits: 'squares',
  coverage: 0.333,
  quantityUnits: 'BUNDLES',
  ...change,
})

describe('any requested template', () => {
  test('can be saved, or has violations that each name an argument', () => {
    fc.assert(
      fc.property(request, (given) => {
        const checked = checkTemplate(given)
        const violations = templateViolations(given.lines, checked, known)

        expect(checked.draft === undefined).toBe(checked.violations.length > 0)
        for (const { argument, message } of violations) {
          expect(argument).toMatch(/^template\.[a-zA-Z]+(\[\d+\]|\.[a-zA-Z]+)*$/)
          expect(message.length).toBeLessThan(1500)
        }
      }),
    )
  })

  test('has units whose length is checked as stored, in capitals', () => {
    const violationsOf = (quantityUnits: string) =>
      checkTemplate({ name: 'Roof', tradeType: 'ROOF', lines: [plain({ quantityUnits })] })
        .violations

    expect(violationsOf('ß'.repeat(25))).toEqual([])
    expect(violationsOf('ß'.repeat(26))).toMatchObject([
      {
        argument: 'template.lines[0].quantityUnits',
        message: expect.stringContaining('must have at most 50 characters'),
      },
    ])
  })

  test('follows the rules of the shipped templates when it is accepted', () => {
    const change = fc
      .subarray(['coverage', 'wasteFactor', 'rounding', 'roundingStep', 'conditions', 'notes'])
      .chain((fields) =>
        line.map((any) =>
          Object.fromEntries(Object.entries(any).filter(([k]) => fields.includes(k))),
        ),
      )
    fc.assert(
      fc.property(change, (fields) => {
        const { draft } = checkTemplate({
          name: 'Roof',
          tradeType: 'ROOF',
          lines: [plain({ ...fields, productId: 1 })],
        })
        if (draft === undefined) return
        const lines = draft.lines.map((given) => ({ ...given, id: 1, sortOrder: 1 }))
        const products = [productOf([...(known.packages.get(1) ?? [])])]
        expect(parseTemplate({ id: 1, orgId: 1, ...draft, products, lines })).toMatchObject({
          kind: 'accepted',
        })
      }),
    )
  })
})

function productOf(packages: readonly object[]) {
  return {
    id: 1,
    name: 'Shingles',
    displayName: null,
    manufacturerUrl: null,
    productType: 'MATERIAL',
    sku: null,
    provider: null,
    packages,
  }
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { deprecationDates } from '@takeoff/supergraph/registry/deprecated-uses'
import { buildSchema, Kind, parse, valueFromASTUntyped, visit } from 'graphql'
import { expect, test } from 'vitest'

/** Every deprecation says since when, and gives clients the time that docs/stability.md promises. */
const MONTHS_MIN = 12
const root = path.resolve(import.meta.dirname, '../..')
const sdl = readFileSync(path.join(root, 'gateway/supergraph.graphql'), 'utf8')

function reasonsIn(text: string): string[] {
  const reasons: string[] = []
  visit(parse(text), {
    Directive(node) {
      if (node.name.value !== 'deprecated') return
      const reason = node.arguments?.find(({ name }) => name.value === 'reason')?.value
      reasons.push(reason?.kind === Kind.STRING ? String(valueFromASTUntyped(reason)) : '')
    },
  })
  return reasons
}

function monthsGiven(reason: string): number {
  const dates = deprecationDates(reason)
  if (dates === undefined) return 0
  const { deprecatedOn: from, removedOn: to } = dates
  const months =
    (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  return to.getUTCDate() < from.getUTCDate() ? months - 1 : months
}

test('every @deprecated has a reason that ends with both dates, twelve months apart', () => {
  const reasons = reasonsIn(sdl)
  expect(reasons.length).toBeGreaterThan(0)
  expect(reasons.filter((reason) => monthsGiven(reason) < MONTHS_MIN)).toEqual([])
})

test.each([
  ['no date', 'Use state.'],
  ['one date', 'Use state. Deprecated on 2026-01-01.'],
  ['no such date', 'Use state. Deprecated on 2026-01-01; removed on 2027-19-01 at the earliest.'],
  ['too little time', 'Use it. Deprecated on 2026-01-31; removed on 2027-01-30 at the earliest.'],
  ['no reason', ''],
])('%s is not enough', (_, reason) => {
  const schema = `type Query { a: Int @deprecated(reason: "${reason}") }`
  buildSchema(schema)
  expect(
    reasonsIn(schema)
      .map(monthsGiven)
      .every((months) => months < MONTHS_MIN),
  ).toBe(true)
})

import { readVariables } from '@takeoff/kit/service/config'
import { expect, it } from 'vitest'
import { documentVariables } from './document-config.ts'
import { documentPoints } from './document-points.ts'

const LIMITS = readVariables(documentVariables, {})

it.each([
  ['a token', '{ a(b: "text") { c } } # comment', 11],
  ['each token before one that is invalid', '{ a b \u0000', 3],
  ['four characters of a long document', `{ a(b: "${'x'.repeat(30_000)}") }`, 7_503],
  ['no more tokens than a document may have', `{ a(b: "${'x'.repeat(50_000)}") }`, 10_000],
  ['nothing that is refused for its length alone', '#'.repeat(200_001), 0],
])('a point is charged for %s', (_what, text, points) =>
  expect(documentPoints(text, LIMITS)).toBe(points),
)

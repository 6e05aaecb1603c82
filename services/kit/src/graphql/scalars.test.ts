import { parseValue } from 'graphql'
import { expect, test } from 'vitest'
import { DateTime } from './scalars.ts'

test('a DateTime is written in UTC with milliseconds', () => {
  expect(DateTime.serialize(new Date(0))).toBe('1970-01-01T00:00:00.000Z')
})

test.each([
  '2026-03-14T15:09:26Z',
  '2026-03-14T15:09:26.535Z',
  '2026-03-14T15:09:26+02:00',
  '2028-02-29T23:59:59-12:00',
])('%j is read', (text) => expect(DateTime.parseValue(text)).toEqual(new Date(text)))

test.each([
  '2026-03-14',
  'yesterday',
  '2026-13-14T15:09:26Z',
  '2026-02-29T15:09:26Z',
  '2026-04-31T15:09:26+02:00',
  5,
  null,
])('%j is refused, with an example of a valid value', (text) =>
  expect(() => DateTime.parseValue(text)).toThrow('such as 2026-03-14T15:09:26.535Z'),
)

test.each(['"yesterday"', '20260314', '[]'])(
  'the literal %s is refused, and the error names it',
  (literal) =>
    expect(() => DateTime.parseLiteral(parseValue(literal), {})).toThrow(
      `${literal} is no DateTime. A DateTime is an ISO 8601 timestamp, such as 2026-03-14T15:09:26.535Z.`,
    ),
)

test.each([
  ['2026-03-14T15:09:26', '2026-03-14T15:09:26Z', '2026-03-14T15:09:26-05:00'],
  ['2026-03-14T15:09:26.5', '2026-03-14T15:09:26.5Z', '2026-03-14T15:09:26.5-05:00'],
])('%j is refused because its time zone is missing', (text, utc, local) => {
  const missing = `The time zone is missing: write ${utc} for UTC, or the distance from UTC, such as ${local}.`
  expect(() => DateTime.parseValue(text)).toThrow(missing)
  expect(() => DateTime.parseLiteral(parseValue(`"${text}"`), {})).toThrow(missing)
})

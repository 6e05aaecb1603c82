import { expect, test } from 'vitest'
import { jsonLine } from './json.ts'

test('a line of NDJSON has one line end for programs that split at any line break of Unicode', () => {
  const value = { notes: ['a\nb', 'c\r\nd', 'e\u0085f', 'g\u2028h', 'i\u2029j', 'k\u000bl\u000cm'] }
  const line = jsonLine(value)
  expect(line.match(/[\p{Cc}\p{Zl}\p{Zp}]/gu)).toEqual(['\n'])
  expect(line.endsWith('\n')).toBe(true)
  expect(JSON.parse(line)).toEqual(value)
})

import { expect, test } from 'vitest'
import { refusalLine } from './report.ts'

test('a long key is cut between characters', () => {
  const refusal = { record: 1, line: 2, key: `a${'🏠'.repeat(80)}`, path: '', reason: 'is used' }
  expect(refusalLine('jobs.csv', refusal)).toBe(
    `jobs.csv:2: record 1 key "a${'🏠'.repeat(79)}…": is used`,
  )
})

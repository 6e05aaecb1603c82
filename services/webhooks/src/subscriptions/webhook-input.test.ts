import { expect, test } from 'vitest'
import { parseDescription } from './webhook-input.ts'

test('a description is a note and may have several lines', () => {
  expect(parseDescription(' Job costing\n\tof the office ')).toBe('Job costing\n\tof the office')
})

test.each(['a\u001bb', 'a\u0007b', 'a\u0085b', 'a\0b', 'half a \ud800 pair', 'a'.repeat(501)])(
  'a description must not be %j',
  (description) => {
    const refused = expect.objectContaining({ extensions: { argument: 'description' } }) as Error
    expect(() => parseDescription(description)).toThrow(refused)
  },
)

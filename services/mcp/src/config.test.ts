import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('a token is one line; blanks around it are no part of it', () => {
  expect(readConfig({ TAKEOFF_TOKEN: ' T\n' }).token).toBe('T')
})

test('a token with a line break is refused with an error that does not show it', () => {
  const read = () => readConfig({ TAKEOFF_TOKEN: 'secret\npart' })
  expect(read).toThrow('TAKEOFF_TOKEN must be one line without spaces')
  expect(read).not.toThrow(/secret|part/)
})

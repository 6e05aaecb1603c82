import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const box = createSecretBox([randomBytes(32)])

test('a sealed secret opens again, and is never sealed to the same text twice', () => {
  expect(box.open(box.seal('whsec_ü'))).toBe('whsec_ü')
  expect(box.seal('a')).not.toBe(box.seal('a'))
})

test('another key or a changed text does not open', () => {
  const sealed = box.seal('whsec_1')
  expect(() => createSecretBox([randomBytes(32)]).open(sealed)).toThrow('authenticate')
  expect(() => box.open(`${sealed.slice(0, -4)}AAA=`)).toThrow('authenticate')
  expect(() => box.open('whsec_1')).toThrow('unknown format')
})

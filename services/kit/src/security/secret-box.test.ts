import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const box = createSecretBox([oldKey])
const PLACE = 'webhook.sealed_headers 1 4'

/** As version 0.1 sealed texts. */
function sealedInFirstFormat(plain: string, key: Buffer): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64')}`
}

describe('a sealed text', () => {
  test('opens again, and is never the same twice', () => {
    expect(box.open(box.seal('whsec_ü', PLACE), PLACE)).toBe('whsec_ü')
    expect(box.seal('a', PLACE)).not.toBe(box.seal('a', PLACE))
  })

  test('does not open once it was changed', () => {
    const sealed = box.seal('whsec_1', PLACE)
    expect(() => box.open(`${sealed.slice(0, -4)}AAA=`, PLACE)).toThrow('authenticate')
    expect(() => box.open(sealed.slice(0, 20), PLACE)).toThrow('too short')
    expect(() => box.open('whsec_1', PLACE)).toThrow('unknown format')
  })

  test.each([
    ['another row', 'webhook.sealed_headers 1 5'],
    ['another organization', 'webhook.sealed_headers 2 4'],
    ['another column', 'webhook.verification_code 1 4'],
    ['no place', ''],
  ])('does not open in %s', (_where, place) => {
    expect(() => box.open(box.seal('whsec_1', PLACE), place)).toThrow('authenticate')
  })

  test('names its key, and needs that key', () => {
    const sealed = createSecretBox([newKey]).seal('whsec_1', PLACE)
    expect(() => box.open(sealed, PLACE)).toThrow(/needs the key [\da-f]{8}$/)
    expect(createSecretBox([oldKey, newKey]).open(sealed, PLACE)).toBe('whsec_1')
  })

  test('is sealed with the first key', () => {
    const rotated = createSecretBox([newKey, oldKey])
    const sealed = rotated.seal('whsec_1', PLACE)
    expect(createSecretBox([newKey]).open(sealed, PLACE)).toBe('whsec_1')
    expect(sealed.startsWith(rotated.currentPrefix)).toBe(true)
    expect(box.seal('whsec_1', PLACE).startsWith(rotated.currentPrefix)).toBe(false)
  })

  test('of the first format opens with each key, anywhere', () => {
    const sealed = sealedInFirstFormat('whsec_1', oldKey)
    expect(box.open(sealed, PLACE)).toBe('whsec_1')
    expect(createSecretBox([newKey, oldKey]).open(sealed, PLACE)).toBe('whsec_1')
    expect(() => createSecretBox([newKey]).open(sealed, PLACE)).toThrow('authenticate')
  })
})

import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, test } from 'vitest'
import { newSigningSecret, signatureHeaders, signingKey } from './signing.ts'

const body = Buffer.from(JSON.stringify({ event: 'example', note: 'Dachrinne 50 % – 屋根 🏠' }))

describe.each([
  ['standardwebhooks', StandardWebhook],
  ['svix', SvixWebhook],
])('signatures as the package %s verifies them', (_name, Webhook) => {
  test('a message verifies with its secret', () => {
    const secret = newSigningSecret()
    const headers = signatureHeaders({ id: 'a', at: new Date(), body, keys: [signingKey(secret)] })
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
  })

  test('in a rotation both secrets verify, and the newest signs first', () => {
    const [older, newer] = [newSigningSecret(), newSigningSecret()]
    const at = new Date()
    const headers = signatureHeaders({ id: 'a', at, body, keys: [newer, older].map(signingKey) })
    for (const secret of [older, newer])
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
    const [first] = (headers['webhook-signature'] ?? '').split(' ')
    expect(first).toBe(new Webhook(newer).sign('a', at, body))
  })

  test('another secret, another body and another id do not verify', () => {
    const secret = newSigningSecret()
    const headers = signatureHeaders({ id: 'a', at: new Date(), body, keys: [signingKey(secret)] })
    const refused = (verify: () => unknown): void => expect(verify).toThrow('No matching')
    refused(() => new Webhook(newSigningSecret()).verify(body, headers))
    refused(() => new Webhook(secret).verify(Buffer.from('{}'), headers))
    refused(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'b' }))
  })
})

test('a secret is whsec_ and at least 24 random bytes', () => {
  const secret = newSigningSecret()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/)
  expect(Buffer.from(secret.slice(6), 'base64').length).toBeGreaterThanOrEqual(24)
  expect(newSigningSecret()).not.toBe(secret)
})

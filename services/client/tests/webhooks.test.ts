import type { WebhookPayload } from '@takeoff/contracts/webhook-payloads'
import { Webhook } from 'standardwebhooks'
import { expect, expectTypeOf, test } from 'vitest'
import { verifyWebhook } from '../src/verify-webhook.ts'
import type { WebhookEvent } from '../src/webhook-events.ts'

const secret = `whsec_${Buffer.from('a secret of 24 bytes or s').toString('base64')}`
const other = `whsec_${Buffer.from('another secret of 24 byte').toString('base64')}`
const body = '{"event":"webhook-verification-code","code":"żółć","webhook_id":1}'

function headersOf(signedWith: string, at = new Date()): Record<string, string> {
  return {
    'webhook-id': 'm',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(signedWith).sign('m', at, body),
  }
}

test('the payloads are those of the contracts', () => {
  expectTypeOf<WebhookEvent>().branded.toEqualTypeOf<WebhookPayload>()
})

test.each<
  [
    string,
    () => [
      Parameters<typeof verifyWebhook>[0],
      Parameters<typeof verifyWebhook>[1],
      (string | string[])?,
    ],
  ]
>([
  ['headers of a Request', () => [new Headers(headersOf(secret)), body]],
  ['headers of Node', () => [headersOf(secret), Buffer.from(body)]],
  [
    'another spelling of the headers',
    () => [
      Object.fromEntries(Object.entries(headersOf(secret)).map(([k, v]) => [k.toUpperCase(), v])),
      body,
    ],
  ],
  ['bytes', () => [headersOf(secret), new TextEncoder().encode(body).buffer]],
  ['one of several secrets', () => [headersOf(secret), body, [other, secret]]],
  [
    'one of several signatures',
    () => [
      {
        ...headersOf(secret),
        'webhook-signature': `v2,x ${headersOf(other)['webhook-signature']} ${headersOf(secret)['webhook-signature']}`,
      },
      body,
    ],
  ],
])('a genuine message is accepted: %s', async (_what, parts) => {
  const [headers, bytes, secrets = secret] = parts()
  expect(await verifyWebhook(headers, bytes, secrets)).toEqual(JSON.parse(body))
})

const minutes = (count: number): Date => new Date(Date.now() + count * 60_000)

test.each<[string, () => [Record<string, string>, string?]]>([
  ['another secret', () => [headersOf(other)]],
  ['another body', () => [headersOf(secret), `${body} `]],
  ['an old message', () => [headersOf(secret, minutes(-6))]],
  ['a message of the future', () => [headersOf(secret, minutes(6))]],
  ['a time that is no number', () => [{ ...headersOf(secret), 'webhook-timestamp': 'now' }]],
  ['no signature', () => [{ ...headersOf(secret), 'webhook-signature': '' }]],
  ['a signature that is no Base64', () => [{ ...headersOf(secret), 'webhook-signature': 'v1,*' }]],
  [
    'another version of signatures',
    () => [
      {
        ...headersOf(secret),
        'webhook-signature': headersOf(secret)['webhook-signature']?.replace('v1', 'v1a') ?? '',
      },
    ],
  ],
])('%s is refused', async (_what, parts) => {
  const [headers, bytes = body] = parts()
  await expect(verifyWebhook(headers, bytes, secret)).rejects.toMatchObject({
    code: 'WEBHOOK_NOT_GENUINE',
  })
})

test('a secret that is none is an error of the program', async () => {
  await expect(verifyWebhook(headersOf(secret), body, '')).rejects.toThrow(TypeError)
  await expect(verifyWebhook(headersOf(secret), body, 'whsec_*')).rejects.toThrow(TypeError)
})

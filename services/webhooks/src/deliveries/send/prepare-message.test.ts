import { createSecretBox } from '@takeoff/kit/security/secret-box'
import { Webhook } from 'standardwebhooks'
import { expect, test, vi } from 'vitest'
import { newSigningSecret } from '../../messages/signing.ts'
import { sealedPlace } from '../../db/webhook.ts'
import type { LeasedDelivery, Target } from '../leases/leased-delivery.ts'
import { createPrepareMessage } from './prepare-message.ts'

const box = createSecretBox([Buffer.alloc(32, 7)])
const WEBHOOK = { id: 4, orgId: 1 }
const HEADERS = sealedPlace('webhook.sealed_headers', WEBHOOK)
const SECRET = sealedPlace('webhook_secret.sealed', WEBHOOK)
const CODE = sealedPlace('webhook.verification_code', WEBHOOK)
const [older, newer] = [newSigningSecret(), newSigningSecret()]

const deliveryTo = (target: Partial<Target> = {}): LeasedDelivery => ({
  id: '0190b7a0-0000-7000-8000-000000000001',
  fence: 1,
  attempts: 0,
  event: 'project-management-production-list-created',
  data: { productionListId: 28001, salesOpportunityId: 12, jobId: 13 },
  trace: null,
  occurredAt: 0,
  isReplay: false,
  target: {
    webhookId: WEBHOOK.id,
    orgId: WEBHOOK.orgId,
    version: null,
    url: 'https://hooks.roofer.com/',
    sealedSecrets: [box.seal(newer, SECRET), box.seal(older, SECRET)],
    sealedHeaders: null,
    sealedCode: box.seal('code', CODE),
    codeExpired: false,
    ...target,
  },
})

test('a message is signed with all secrets', () => {
  const { url, headers, body } = createPrepareMessage(box)(deliveryTo(), new Date())
  expect(url).toBe('https://hooks.roofer.com/')
  for (const secret of [older, newer])
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ webhook_id: 4 })
  expect(Object.keys(headers)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
})

test('custom headers are added, and never replace the headers of the service', () => {
  const headersOfWebhook = { 'X-Api-Key': 'k', authorization: 'Bearer a', 'webhook-id': 'mine' }
  const sealedHeaders = box.seal(JSON.stringify(headersOfWebhook), HEADERS)
  const { headers, confidential } = createPrepareMessage(box)(
    deliveryTo({ sealedHeaders }),
    new Date(),
  )
  expect(confidential).toEqual(['k', 'Bearer a'])
  expect(headers).toMatchObject({
    'X-Api-Key': 'k',
    authorization: 'Bearer a',
    'webhook-id': '0190b7a0-0000-7000-8000-000000000001',
  })
})

test('the code of the handshake is sent, and marked as confidential', () => {
  const handshake = { ...deliveryTo(), event: 'webhook-verification-code', data: null }
  const { body, confidential } = createPrepareMessage(box)(handshake, new Date())
  expect(JSON.parse(body.toString())).toEqual({
    event: 'webhook-verification-code',
    code: 'code',
    webhook_id: 4,
  })
  expect(confidential).toEqual(['code'])
})

test('each secret is decrypted once', () => {
  const open = vi.fn<typeof box.open>((sealed, place) => box.open(sealed, place))
  const prepare = createPrepareMessage({ ...box, open })
  const delivery = deliveryTo({ sealedHeaders: box.seal('{"a":"b"}', HEADERS) })
  expect(prepare(delivery, new Date(0))).toEqual(prepare(delivery, new Date(0)))
  expect(open).toHaveBeenCalledTimes(3)
})

test('a secret that cannot be decrypted, and an unknown event, are errors', () => {
  const prepare = createPrepareMessage(createSecretBox([Buffer.alloc(32, 8)]))
  expect(() => prepare(deliveryTo(), new Date())).toThrow(/needs the key/)
  const unknown = { ...deliveryTo(), event: 'roof-flew-away' }
  expect(() => createPrepareMessage(box)(unknown, new Date())).toThrow('roof-flew-away')
})

test('a secret or a header that was moved to another webhook is not used, even if it was used there before', () => {
  const prepare = createPrepareMessage(box)
  const sealedHeaders = box.seal('{"a":"b"}', HEADERS)
  prepare(deliveryTo({ sealedHeaders }), new Date())
  for (const other of [{ webhookId: 5 }, { orgId: 2 }]) {
    expect(() => prepare(deliveryTo(other), new Date())).toThrow(/authenticate/)
    const withHeaders = deliveryTo({ ...other, sealedSecrets: [], sealedHeaders })
    expect(() => prepare(withHeaders, new Date())).toThrow(/authenticate/)
  }
})

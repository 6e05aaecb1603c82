import { createSecretBox } from '@takeoff/kit/security/secret-box'
import { Webhook } from 'standardwebhooks'
import { expect, test, vi } from 'vitest'
import { newSigningSecret } from '../../messages/signing.ts'
import type { LeasedDelivery, Target } from '../leases/leased-delivery.ts'
import { createPrepareMessage } from './prepare-message.ts'

const box = createSecretBox([Buffer.alloc(32, 7)])
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
    webhookId: 4,
    orgId: 1,
    version: null,
    url: 'https://hooks.roofer.com/',
    sealedSecrets: [box.seal(newer), box.seal(older)],
    sealedHeaders: null,
    sealedCode: box.seal('code'),
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
  const sealedHeaders = box.seal('{"X-Api-Key":"k","authorization":"Bearer a","webhook-id":"mine"}')
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
  const open = vi.fn<typeof box.open>((sealed) => box.open(sealed))
  const prepare = createPrepareMessage({ ...box, open })
  const delivery = deliveryTo({ sealedHeaders: box.seal('{"a":"b"}') })
  expect(prepare(delivery, new Date(0))).toEqual(prepare(delivery, new Date(0)))
  expect(open).toHaveBeenCalledTimes(3)
})

test('a secret that cannot be decrypted, and an unknown event, are errors', () => {
  const prepare = createPrepareMessage(createSecretBox([Buffer.alloc(32, 8)]))
  expect(() => prepare(deliveryTo(), new Date())).toThrow(/authenticate/)
  const unknown = { ...deliveryTo(), event: 'roof-flew-away' }
  expect(() => createPrepareMessage(box)(unknown, new Date())).toThrow('roof-flew-away')
})

import { expect, test } from 'vitest'
import {
  AUDIT_QUEUE,
  DEAD_LETTER_QUEUE,
  declareTopology,
  VENDORS_QUEUE,
  WEBHOOKS_QUEUE,
} from './topology.ts'

test('the topology loses no message: quorum queues, a delivery limit, dead letters at least once', async () => {
  const queues = new Map<string, unknown>()
  const bindings: string[] = []
  await declareTopology({
    assertExchange: (_name, _type, options) => Promise.resolve(options),
    assertQueue: (name, options) => Promise.resolve(queues.set(name, options)),
    bindQueue: (queue, exchange, pattern) =>
      Promise.resolve(bindings.push(`${exchange} ${pattern} ${queue}`)),
  })

  for (const queue of [WEBHOOKS_QUEUE, AUDIT_QUEUE]) {
    expect(queues.get(queue)).toEqual({
      durable: true,
      arguments: {
        'x-queue-type': 'quorum',
        'x-delivery-limit': 100,
        'x-dead-letter-exchange': 'domain.events.dead',
        'x-dead-letter-strategy': 'at-least-once',
        'x-overflow': 'reject-publish',
      },
    })
  }
  expect(queues.get(DEAD_LETTER_QUEUE)).toEqual({
    durable: true,
    arguments: { 'x-queue-type': 'quorum' },
  })
  // Changes that this queue loses are read from the owner of the vendors.
  expect(queues.get(VENDORS_QUEUE)).toEqual({
    durable: true,
    arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': 100, 'x-max-length': 100_000 },
  })
  expect(bindings).toEqual([
    'domain.events.dead # webhooks.ingest.dead',
    'domain.events # webhooks.ingest',
    'audit.records audit.recorded audit.ingest',
    'vendors.changed vendor.changed vendors.copy',
  ])
})

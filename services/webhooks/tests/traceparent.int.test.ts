import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startReceiver } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { isEventOf, listEvent, startTestService, subscribe } from './support/test-service.ts'

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

describe.each([
  ['unless it is configured', {}, undefined],
  ['when it is configured', { WEBHOOKS_TRACEPARENT: 'true' }, TRACEPARENT],
])('the trace context of the request that caused an event', (when, env, expected) => {
  const opened = new AsyncDisposableStack()
  let receiver: Receiver
  let service: Awaited<ReturnType<typeof startTestService>>
  beforeAll(async () => {
    service = opened.use(await startTestService({ env }))
    receiver = opened.use(await startReceiver())
  })
  afterAll(() => opened.disposeAsync())

  test(`${expected === undefined ? 'is not sent' : 'is sent'} to receivers ${when}`, async () => {
    const { id } = await subscribe(service, receiver)
    await service.publish({ ...listEvent(), trace: TRACEPARENT })
    const [delivered] = await receiver.until(isEventOf(id))
    expect(delivered?.headers['traceparent']).toBe(expected)
  })
})

import { expect, test, vi } from 'vitest'
import { BackOff } from '../concurrency/back-off.ts'
import { createLogger } from '../service/logger.ts'
import { handleWithRetries } from './amqp-consumer.ts'

const logger = createLogger('test', 'silent')
const BROKER_LIMIT_MINUTES = 30

test('batches that arrived together are given back before the broker closes the channel, also while a try takes a minute', async () => {
  let minutes = 0
  vi.spyOn(performance, 'now').mockImplementation(() => minutes * 60_000)
  vi.spyOn(BackOff.prototype, 'wait').mockResolvedValue()
  const batch = [{ read: 'message', arrivedAt: 0 }]
  const handle = () => {
    minutes += 1
    return minutes > 100 ? Promise.resolve() : Promise.reject(new Error('no response'))
  }
  for (let batches = 0; batches < 4; batches += 1)
    expect(await handleWithRetries(batch, new AbortController().signal, { handle, logger })).toBe(
      false,
    )
  expect(minutes).toBeLessThan(BROKER_LIMIT_MINUTES)
})

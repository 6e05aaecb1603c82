import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RequestClient } from '../../execution/request-client.ts'
import type { CheckedDocument } from '../../execution/swapping-gateway.ts'
import { DocumentChecks } from './document-checks.ts'
import type { DocumentChecksOptions } from './document-checks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a request waits five seconds for the check of its document, and a retry finds the result', async () => {
  const check = Promise.withResolvers<CheckedDocument>()
  const checkIn = vi.fn<DocumentChecksOptions['gateway']['check']>(() => check.promise)
  const refused = vi.fn<(code: string) => void>()
  const checks = new DocumentChecks({
    gateway: { current: undefined, check: checkIn },
    metrics: { refused },
    observer: { refused: () => undefined },
  } as Partial<DocumentChecksOptions> as DocumentChecksOptions)
  const send = () =>
    checks.require(
      { text: '{ slow }', isPersisted: true },
      {
        client: new RequestClient(),
        caller: undefined,
        reply: { headers: () => undefined as never },
      },
    )

  // The second finds a check under way.
  for (const request of [1, 2]) {
    const outcome = send().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await outcome).toMatchObject({ code: 'PLANNER_UNAVAILABLE', httpStatus: 503 })
    expect(refused.mock.calls).toHaveLength(request)
  }

  check.resolve({ errors: [], schema: undefined as never })
  await expect(send()).resolves.toBeUndefined()
  expect(checkIn).toHaveBeenCalledOnce()
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OperationTooComplexError } from '../../execution/planning/planning-errors.ts'
import { RequestClient } from '../../execution/request-client.ts'
import type { CheckedDocument } from '../../execution/swapping-gateway.ts'
import { DocumentChecks } from './document-checks.ts'
import type { DocumentChecksOptions } from './document-checks.ts'

/** The clock that a cache has taken before the timers are replaced. */
const clockOfCache = performance

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Checks of one document, and how often one was refused for the planner. */
function open() {
  const check = vi.fn<DocumentChecksOptions['gateway']['check']>()
  const refused = vi.fn<(code: string) => void>()
  const checks = new DocumentChecks({
    gateway: { current: undefined, check },
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
  return { check, refused, send }
}

it('a request waits five seconds for the check of its document, and a retry finds the result', async () => {
  const { check, refused, send } = open()
  const checked = Promise.withResolvers<CheckedDocument>()
  check.mockReturnValue(checked.promise)

  // The second finds a check under way.
  for (const request of [1, 2]) {
    const outcome = send().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await outcome).toMatchObject({ code: 'PLANNER_UNAVAILABLE', httpStatus: 503 })
    expect(refused.mock.calls).toHaveLength(request)
  }

  checked.resolve({ errors: [], schema: undefined as never })
  await expect(send()).resolves.toBeUndefined()
  expect(check).toHaveBeenCalledOnce()
})

it('a document that takes too long to check is refused for ten seconds without another attempt', async () => {
  const { check, refused, send } = open()
  check.mockRejectedValue(new OperationTooComplexError('Split it.'))
  const refusal = { code: 'OPERATION_TOO_COMPLEX', message: 'Split it.', httpStatus: 400 }
  for (const _ of [1, 2]) await expect(send()).rejects.toMatchObject(refusal)
  expect(refused.mock.calls).toEqual([['OPERATION_TOO_COMPLEX'], ['OPERATION_TOO_COMPLEX']])
  expect(check).toHaveBeenCalledOnce()

  using _later = vi.spyOn(clockOfCache, 'now').mockReturnValue(clockOfCache.now() + 10_001)
  await vi.advanceTimersByTimeAsync(1)
  await expect(send()).rejects.toMatchObject(refusal)
  expect(check).toHaveBeenCalledTimes(2)
})

import type { Caller } from '@takeoff/kit/security/auth'
import { expect, it, vi } from 'vitest'
import { Budgets } from '../budgets/budgets.ts'
import { LocalBuckets } from '../budgets/local-buckets.ts'
import { chargeRequest } from './charge-request.ts'

const caller = { userId: 1, orgIds: [1], scopes: new Set(), token: 'token' } satisfies Caller

function charge(points: number) {
  const budgets = new Budgets({
    organization: { name: 'organization', pointsPerSecond: 10, burst: 500 },
    token: { name: 'token', pointsPerSecond: 10, burst: 100 },
    buckets: new LocalBuckets(() => 0),
  })
  const reply = { headers: vi.fn<() => never>() }
  return chargeRequest(budgets, points, { caller, reply, what: 'The check of the document' })
}

it('what a full budget can pay is charged', async () => {
  await expect(charge(100)).resolves.toBeUndefined()
})

it('what exceeds a full budget is refused without the time of another try', async () => {
  await expect(charge(101)).rejects.toMatchObject({
    code: 'COST_EXCEEDED',
    httpStatus: 400,
    message:
      'The check of the document costs 101 points, and a full budget of your token has 100. Split it into several, and send values as variables.',
    extensions: { requested: 101, max: 100 },
  })
})

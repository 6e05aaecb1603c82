import type { Caller } from '@takeoff/kit/security/auth'
import { describe, expect, it } from 'vitest'
import { Budgets } from './budgets.ts'
import { LocalBuckets } from './local-buckets.ts'

const organization = { name: 'organization', pointsPerSecond: 1, burst: 100 }
const token = { name: 'token', pointsPerSecond: 1, burst: 80 }

const caller = (token: string, ...orgIds: number[]): Caller => callerOf(1, token, orgIds)

const callerOf = (userId: number, token: string, orgIds: number[] = []): Caller => ({
  userId,
  orgIds,
  scopes: new Set(),
  token,
})

function budgets(chosen: Partial<{ organization: typeof organization; token: typeof token }>) {
  const buckets = new LocalBuckets(() => 0)
  return new Budgets({ buckets, organization: undefined, token: undefined, ...chosen })
}

describe('the budget of an organization', () => {
  it('is one for all of its tokens', async () => {
    const both = budgets({ organization, token })
    await both.charge(caller('first', 7), 60)
    expect(await both.charge(caller('second', 7), 60)).toMatchObject({ granted: false })
    expect(await both.charge(caller('second', 7), 40)).toMatchObject({ left: [0, 40] })
  })

  it('is independent of those of others', async () => {
    const both = budgets({ organization })
    await both.charge(caller('first', 7), 100)
    expect(await both.charge(caller('second', 8), 100)).toMatchObject({ granted: true })
  })

  it('is not used up by a token for several organizations', async () => {
    const both = budgets({ organization })
    await both.charge(caller('both', 7, 8), 100)
    expect(await both.charge(caller('same', 8, 7, 7), 1)).toMatchObject({ granted: false })
    expect(await both.charge(caller('one', 7), 100)).toMatchObject({ granted: true })
  })
})

it('a user without organizations has a budget of an organization for all tokens', async () => {
  const both = budgets({ organization, token })
  await both.charge(callerOf(1, 'first'), 60)
  expect(await both.charge(callerOf(1, 'second'), 60)).toMatchObject({ granted: false })
  expect(await both.charge(callerOf(1, 'second'), 40)).toMatchObject({ left: [0, 40] })
  expect(await both.charge(callerOf(2, 'other'), 80)).toMatchObject({ granted: true })
  expect(await both.charge(callerOf(2, 'of organization 1', [1]), 80)).toMatchObject({
    granted: true,
  })
})

describe('the budget of a token', () => {
  it('applies to a caller without an organization', async () => {
    const both = budgets({ organization, token })
    expect(await both.charge(caller('lonely'), 80)).toMatchObject({ granted: true, left: [20, 0] })
    expect(await both.charge(caller('lonely'), 1)).toMatchObject({ granted: false })
  })

  it('is one for all signatures of a token, of which ES256 has several', async () => {
    const both = budgets({ token })
    await both.charge(caller('header.claims.signature', 7), 80)
    expect(await both.charge(caller('header.claims.other', 7), 1)).toMatchObject({ granted: false })
    expect(await both.charge(caller('header.others.other', 7), 1)).toMatchObject({ granted: true })
  })

  it('does not contain the token', async () => {
    const charge = await budgets({ token }).charge(caller('secret', 7), 1)
    expect(JSON.stringify(charge)).not.toContain('secret')
  })
})

it('a request without cost is charged one point', async () => {
  expect(await budgets({ token }).charge(caller('a', 1), 0)).toMatchObject({ left: [79] })
})

it('an unknown caller, or one without budgets, is charged nothing', async () => {
  expect(await budgets({ token }).charge(undefined, 1)).toBeUndefined()
  expect(await budgets({}).charge(caller('a', 1), 1)).toBeUndefined()
})

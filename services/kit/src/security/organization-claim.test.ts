import { describe, expect, test } from 'vitest'
import { ORGANIZATIONS_MAX, readOrganizations } from './organization-claim.ts'

const roles = { estimator: ['lists:read', 'lists:write'], viewer: ['lists:read'] } as const
const read = (claim: unknown) => {
  const { orgIds, granted } = readOrganizations(claim, roles)
  return { orgIds, granted: Object.fromEntries([...granted].map(([id, s]) => [id, [...s]])) }
}
const both = { 1: ['lists:read', 'lists:write'], 2: ['lists:read'] }

describe('the claim of organizations', () => {
  test.each([
    ['an object of lists', { 1: ['estimator'], 2: ['viewer'] }],
    ['an object of texts', { 1: 'estimator', 2: 'viewer' }],
    ['a list of texts', ['1:estimator', '2:viewer']],
    ['one text', '1:estimator 2:viewer'],
    ['several roles in one organization', ['1:viewer', '2:viewer', '1:estimator']],
    ['scopes', { 1: 'lists:read lists:write', 2: ['lists:read'] }],
    ['a list of scopes', ['1:lists:read', '1:lists:write', '2:lists:read']],
  ])('may be %s', (_what, claim) => {
    expect(read(claim)).toEqual({ orgIds: [1, 2], granted: both })
  })

  test.each([[[1, 2]], [['1', '2']], ['1 2']])('may be ids alone: %j', (claim) => {
    expect(read(claim)).toEqual({ orgIds: [1, 2], granted: {} })
  })

  test('gives no right by a word that is neither a role nor a scope', () => {
    const words = ['owner', 'constructor', '__proto__', 'lists:*', 'webhooks:manage', '', 7, null]
    expect(read({ 1: words, x: ['viewer'], 0: ['viewer'], '2 ': ['viewer'] })).toEqual({
      orgIds: [1],
      granted: { 1: [] },
    })
    expect(read(['1:'])).toEqual({ orgIds: [1], granted: { 1: [] } })
    expect(read({ 1: null })).toEqual({ orgIds: [1], granted: { 1: [] } })
    expect(read({ 1: { estimator: true } })).toEqual({ orgIds: [1], granted: { 1: [] } })
  })

  test('with an organization that is named alone and with a role gives it only the role', () => {
    expect(read(['1', '1:viewer'])).toEqual(read(['1:viewer', '1']))
    expect(read(['1', '1:viewer']).granted).toEqual({ 1: ['lists:read'] })
  })

  test('is refused with more organizations than a request can be limited to', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => index + 1)
    for (const claim of [ids, ids.join(' '), Object.fromEntries(ids.map((id) => [id, 'viewer']))]) {
      expect(() => read(claim)).toThrow('names 10000 organizations. At most 1000 are accepted')
    }
    expect(read(ids.slice(0, ORGANIZATIONS_MAX)).orgIds).toHaveLength(ORGANIZATIONS_MAX)
  })
})

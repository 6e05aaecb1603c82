import { describe, expect, test } from 'vitest'
import { DEFAULT_ROLES, SCOPES } from '../values/scopes.ts'
import type { Scope } from '../values/scopes.ts'
import { isHidden, permitted, requireOrganization } from './access.ts'
import type { Need, Rights } from './access.ts'
import { accessTable } from './access-table.ts'
import { readOrganizations } from './organization-claim.ts'

const need = (scope: Scope, ...formerly: Need['formerly']): Need => ({ scope, formerly })
const readLists = [need('lists:read')]
const readPrices = [need('prices:read', 'lists:read')]

/** A caller whose token has this claim of organizations, and these scopes. */
function callerOf(claim: unknown, ...scopes: readonly string[]): Rights {
  return { ...readOrganizations(claim, DEFAULT_ROLES), scopes: new Set(scopes) }
}

describe('a token with a plain list of organizations', () => {
  test('has its scopes in all of them', () => {
    expect(permitted(callerOf([1, 2], 'lists:read'), readLists).orgIds).toEqual([1, 2])
    expect(() => permitted(callerOf([1, 2], 'orders:read'), readLists)).toThrow('scope lists:read')
  })

  test('keeps what a former scope covered', () => {
    expect(permitted(callerOf([1], 'lists:read'), readPrices).orgIds).toEqual([1])
    const { operations } = accessTable
    const manager = callerOf([1], 'webhooks:manage', 'orders:write')
    expect(permitted(manager, operations['Mutation.webhookUpdate']).orgIds).toEqual([1])
    expect(permitted(manager, operations['Mutation.vendorCreate']).orgIds).toEqual([1])
  })

  test('reaches no secret of connections or webhooks by a former scope', () => {
    const { operations } = accessTable
    const former = callerOf([1], 'lists:write', 'orders:write', 'webhooks:manage')
    for (const name of ['webhookCreate', 'webhookSecretRotate'] as const)
      expect(() => permitted(former, operations[`Mutation.${name}`])).toThrow('webhooks:write')
    for (const name of ['vendorConnect', 'vendorDisconnect'] as const)
      expect(() => permitted(former, operations[`Mutation.${name}`])).toThrow('connections:write')
  })

  test('without an organization still needs the scope', () => {
    expect(permitted(callerOf([], 'lists:read'), readLists).orgIds).toEqual([])
    expect(() => permitted(callerOf([], 'orders:read'), readLists)).toThrow('scope lists:read')
  })
})

describe('a token with roles in its organizations', () => {
  const mixed = callerOf({ 1: ['estimator'], 2: ['viewer'], 3: [] })

  test('permits an operation only where a role has the scope', () => {
    expect(permitted(mixed, readLists).orgIds).toEqual([1, 2])
    const writer = permitted(mixed, [need('lists:write')])
    expect(writer.orgIds).toEqual([1])
    expect(() => requireOrganization(writer, 2)).toThrow('scope lists:write in organization 2')
    expect(() => requireOrganization(writer, 4)).toThrow('no access to organization 4')
  })

  test('needs all scopes of an operation in one organization', () => {
    const apart = callerOf({ 1: ['lists:read'], 2: ['prices:read'] })
    expect(() => permitted(apart, [...readLists, ...readPrices])).toThrow('This needs a token')
  })

  test('gets no former meaning of a scope', () => {
    expect(() => permitted(callerOf({ 1: ['lists:read'] }), readPrices)).toThrow('prices:read')
    expect(() => permitted(callerOf({ 1: ['webhooks:manage'] }), readLists)).toThrow('lists:read')
  })

  test('is limited by the scopes that its client was given', () => {
    const client = callerOf({ 1: ['owner'] }, 'openid', 'lists:read')
    expect(permitted(client, readLists).orgIds).toEqual([1])
    expect(() => permitted(client, [need('lists:write')])).toThrow('lists:write')
    expect(permitted(callerOf({ 1: ['owner'] }, 'openid'), readLists).orgIds).toEqual([1])
  })

  test('is limited to what these scopes mean now, not to what they covered formerly', () => {
    const { operations } = accessTable
    const reader = callerOf({ 1: ['owner'] }, 'lists:read')
    expect(isHidden(reader, 1, need('prices:read', 'lists:read'))).toBe(true)
    const writer = callerOf({ 1: ['owner'] }, 'lists:write', 'orders:write', 'webhooks:manage')
    for (const name of ['vendorCreate', 'organizationBrandUpdate', 'webhookUpdate'] as const)
      expect(() => permitted(writer, operations[`Mutation.${name}`])).toThrow(
        /token with the scope [a-z:]+\./,
      )
  })

  test('gets a refusal that says whether its roles or its scopes lack the need', () => {
    const writeBrand = [need('brand:write', 'orders:write')]
    expect(() => permitted(callerOf({ 1: ['viewer'] }, 'orders:write'), writeBrand)).toThrow(
      'This needs the scope brand:write in an organization of the token.',
    )
    expect(() => permitted(callerOf({ 1: ['owner'] }, 'orders:write'), writeBrand)).toThrow(
      'This needs a token with the scope brand:write.',
    )
  })

  test('hides a value where the scope is missing, and one of an unknown organization', () => {
    const costs = need('prices:read', 'lists:read')
    expect(isHidden(mixed, 1, costs)).toBe(false)
    expect(isHidden(mixed, 2, costs)).toBe(true)
    expect(isHidden(mixed, undefined, costs)).toBe(true)
    expect(isHidden(callerOf({ 1: ['owner'] }), undefined, costs)).toBe(false)
    expect(isHidden(callerOf([1], 'lists:read'), 1, costs)).toBe(false)
  })
})

test('the roles have only scopes that exist, and the viewer none that shows costs', () => {
  for (const scopes of Object.values(DEFAULT_ROLES))
    expect(SCOPES).toEqual(expect.arrayContaining([...scopes]))
  expect(DEFAULT_ROLES['viewer']?.filter((scope) => !scope.endsWith(':read'))).toEqual([])
  expect(DEFAULT_ROLES['viewer']).not.toContain('prices:read')
})

import { expect, test } from 'vitest'
import { createLogger } from '../service/logger.ts'
import { contextOfOrganizations } from './organization-context.ts'

interface Rows {
  readonly orgIds: readonly number[]
  /** Organizations of the database that it was made from. */
  readonly madeFrom: readonly number[]
  ofOrganizations(orgIds: readonly number[]): Rows
}
const rowsOf = (orgIds: readonly number[], madeFrom: readonly number[] = []): Rows => ({
  orgIds,
  madeFrom,
  ofOrganizations: (own) => rowsOf(own, orgIds),
})

const caller = { userId: 7, orgIds: [1, 2], scopes: new Set<string>(), token: '' }
const request = {
  caller,
  requestId: 'a-request',
  traceparent: undefined,
  idempotencyKey: undefined,
  warnings: [],
  logger: createLogger('test', 'silent'),
}
const create = () => {
  const resources = { database: rowsOf([]), begunAt: performance.now() }
  return contextOfOrganizations(resources, request, ({ database }, orgIds) => ({
    loaders: { database, orgIds },
  }))
}

test('rows and loaders are those of the organizations of the caller', () => {
  const context = create()
  expect(context.database.orgIds).toEqual([1, 2])
  expect(context.loaders).toMatchObject({ database: { orgIds: [1, 2] }, orgIds: [1, 2] })

  const narrow = context.as({ ...caller, orgIds: [2] })
  expect(narrow.caller.orgIds).toEqual([2])
  expect(narrow.loaders).toMatchObject({ database: { orgIds: [2] }, orgIds: [2] })
  expect(narrow.begunAt).toBe(context.begunAt)
})

test('the database of other organizations belongs to the same request', () => {
  const narrow = create().as({ ...caller, orgIds: [2] })
  expect(narrow.database.madeFrom).toEqual([1, 2])
})

test('a copy is renewed with new loaders, and keeps what lives longer', () => {
  const context = create()
  const copy = { ...context }
  copy.renew()
  expect(copy.loaders).not.toBe(context.loaders)
  expect(copy.loaders.orgIds).toEqual(context.loaders.orgIds)
  expect(copy).toMatchObject({ begunAt: context.begunAt, warnings: [], caller })
})

import { expect, test } from 'vitest'
import type { Database } from '../postgres/database.ts'
import type { TestDatabase } from './database.ts'
import {
  entitiesPastPolicies,
  replayAsStranger,
  scansWithoutPolicy,
  tablesWithoutPolicies,
  unrefusedChanges,
} from './row-security.ts'

/** A service that an organization has used, once the tests begin. */
interface UsedService {
  /** As its owner opens it. */
  readonly database: TestDatabase
  /** As a process opens it. */
  readonly process: Database
}

type Replay = Parameters<typeof replayAsStranger>

/**
 * Tests that policies limit what a process reads and changes to the organizations of its callers.
 * @param executions what the statements of the service have sent while the organization used it
 * @param leaks files whose statements return rows that belong to no organization
 */
export function testRowSecurity(
  options: Replay[2],
  used: () => UsedService,
  { executions, leaks = [] }: { executions: Replay[1]; leaks?: readonly string[] },
): void {
  test('every table with an organization has policies', async () => {
    expect(await tablesWithoutPolicies(used().database)).toEqual([])
  })

  test('callers can change no table of an organization while it is moved', async () => {
    expect(await unrefusedChanges(used().database)).toEqual([])
  })

  test('every statement is limited by policies when its condition on the organization is removed', async () => {
    const { database: owned, process } = used()
    expect(await scansWithoutPolicy({ service: options.name, owned }, process)).toEqual([])
  })

  test('statements without their condition return no row of another organization', async () => {
    const replayed = await replayAsStranger(used().database, executions, options)
    expect(replayed.leaks).toEqual(leaks)
    expect(replayed.withoutPolicies).toBeGreaterThan(8)
  })

  test('the unit of work finds no entity of another organization when its filter is off', async () => {
    expect(await entitiesPastPolicies(used().process)).toEqual([])
  })
}

import { lstatSync } from 'node:fs'
import { readFile, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { disposeAfterAll } from '../testing/dispose-after-all.ts'
import { openTemporaryFolder } from '../testing/temporary-folder.ts'
import { identityOf } from './process-identity.ts'
import { LockHeldError, requireNoLock, takeLock } from './process-lock.ts'

const { path: folder } = await disposeAfterAll(openTemporaryFolder('takeoff-lock'))
const lock = path.join(folder, 'lock')
beforeEach(() => rm(lock, { force: true }))

/** What a process leaves that was killed, whose id is in use again. */
const LEFT_BEHIND = JSON.stringify({ pid: process.pid, identity: 'another start', note: '' })

test('one process at a time has a lock, and others learn who has it', async () => {
  await using _taken = await takeLock(lock, '4000')
  const held = { name: 'LockHeldError', owner: { pid: process.pid, note: '4000' } }
  await expect(takeLock(lock)).rejects.toMatchObject(held)
  await expect(requireNoLock(lock)).rejects.toMatchObject(held)
})

test('a lock that was released is free', async () => {
  await (await takeLock(lock))[Symbol.asyncDispose]()
  await requireNoLock(lock)
  await using taken = await takeLock(lock)
  expect(taken.wasLeftBehind).toBe(false)
})

test('of several processes that find the lock of a killed one, one takes it', async () => {
  await symlink(LEFT_BEHIND, lock)
  await requireNoLock(lock)
  const results = await Promise.allSettled([takeLock(lock), takeLock(lock), takeLock(lock)])
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  expect(refused.filter((error) => error instanceof LockHeldError)).toHaveLength(2)
  expect(await readdir(folder)).toEqual(['lock'])
})

test('a lock that was left behind is never free: another process would take it without knowing that', async () => {
  await symlink(LEFT_BEHIND, lock)
  const turns: boolean[] = []
  let watching: NodeJS.Immediate | undefined
  const watch = (): void => {
    turns.push(lstatSync(lock, { throwIfNoEntry: false }) !== undefined)
    watching = setImmediate(watch)
  }
  watch()
  onTestFinished(() => clearImmediate(watching))
  await using _taken = await takeLock(lock)
  expect(turns.length).toBeGreaterThan(1)
  expect(turns).not.toContain(false)
})

test('while a process replaces the lock of a killed one, no other process does', async () => {
  await symlink(LEFT_BEHIND, lock)
  await using replacing = await takeLock(`${lock}.removal`, '4000')
  const held = { name: 'LockHeldError', owner: { pid: process.pid, note: '4000' } }
  await expect(takeLock(lock, '4100')).rejects.toMatchObject(held)
  expect(await readlink(lock)).toBe(LEFT_BEHIND)
  await replacing[Symbol.asyncDispose]()
  await using _taken = await takeLock(lock, '4100')
})

test('a process that was killed while it replaced a lock leaves nothing that blocks others', async () => {
  await symlink(LEFT_BEHIND, lock)
  await symlink(LEFT_BEHIND, `${lock}.removal`)
  await using taken = await takeLock(lock)
  expect(taken.wasLeftBehind).toBe(true)
  expect(await readdir(folder)).toEqual(['lock'])
})

test('a file in the place of a lock, as earlier versions made it, is the lock of the process that it names', async () => {
  const { pid } = process
  const text = JSON.stringify({ pid, identity: await identityOf(pid), port: 4000 })
  await writeFile(lock, text)
  const held = { name: 'LockHeldError', owner: { pid, note: '4000' } }
  await expect(requireNoLock(lock)).rejects.toMatchObject(held)
  await expect(takeLock(lock)).rejects.toMatchObject(held)
  expect(await readFile(lock, 'utf8')).toBe(text)
})

test.each(['', '{"pid":1,"port":4000}'])(
  'a file in the place of a lock, with %j, is one that was left behind',
  async (text) => {
    await writeFile(lock, text)
    await using taken = await takeLock(lock)
    expect(taken.wasLeftBehind).toBe(true)
  },
)

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HomeInUseError, lockHome, requireUnused } from './home-lock.ts'

let home: string

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'takeoff-home-'))
})

afterEach(async () => {
  await rm(home, { recursive: true, force: true })
})

test('a home has one user at a time', async () => {
  await using _first = await lockHome(home, 4000)

  await expect(lockHome(home, 4001)).rejects.toThrow(
    /already runs with .* at http:\/\/localhost:4000/,
  )
  await expect(requireUnused(home)).rejects.toBeInstanceOf(HomeInUseError)
})

test('a released home is free', async () => {
  await (await lockHome(home, 4000))[Symbol.asyncDispose]()

  await using lock = await lockHome(home, 4000)

  expect(lock.wasLeftBehind).toBe(false)
})

test('the lock of a killed process is taken over, even when its process id is in use again', async () => {
  const owner = { pid: process.pid, identity: 'started at another time', port: 4000 }
  await writeFile(path.join(home, 'lock.json'), JSON.stringify(owner))

  await using lock = await lockHome(home, 4000)

  expect(lock.wasLeftBehind).toBe(true)
})

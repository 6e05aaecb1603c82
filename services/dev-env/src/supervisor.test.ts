import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, test } from 'vitest'
import { superviseService } from './supervisor.ts'
import type { ServicePlan, SupervisorOptions } from './supervisor.ts'
import { waitFor } from './wait-for.ts'

const SERVES = `
console.log(JSON.stringify({ level: 30, msg: 'pid ' + process.pid }))
process.on('SIGINT', () => { console.log('stopped cleanly'); process.exit(0) })
process.send({ type: 'ready', url: 'http://127.0.0.1' })
setInterval(() => {}, 1000)`

const FAILS = `
console.log(JSON.stringify({ level: 60, msg: 'DATABASE_URL is not set' }))
process.exit(1)`

const said: string[] = []
const options = (): SupervisorOptions => ({
  directory: folder,
  logs: folder,
  say: (line) => said.push(line),
})

const { path: folder } = await disposeAfterAll(openTemporaryFolder('takeoff-supervisor'))

test('starts a killed service again and stops it cleanly', async () => {
  const service = await superviseService(await plan('serves', SERVES), options())
  const before = await pids('serves')
  await service.kill('SIGKILL')
  await waitFor(async () => (await pids('serves')).length > before.length || undefined, {
    what: 'A second process',
    limitMs: 5_000,
  })
  await waitFor(() => service.isReady() || undefined, { what: 'A ready service', limitMs: 5_000 })
  await service[Symbol.asyncDispose]()

  expect(said).toContain('serves ended (SIGKILL); starting it again')
  expect(await readFile(path.join(folder, 'serves.log'), 'utf8')).toContain('stopped cleanly')
  expect(service.isReady()).toBe(false)
})

test('a service can be stopped twice', async () => {
  const service = await superviseService(await plan('stops', SERVES), options())
  await service[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()

  expect(await pids('stops')).toHaveLength(1)
})

test('a service that is taken away is started again when it is brought back', async () => {
  const service = await superviseService(await plan('away', SERVES), options())
  await service.takeAway()
  expect(service.isReady()).toBe(false)
  expect(await pids('away')).toHaveLength(1)
  service.bringBack()
  await waitFor(() => service.isReady() || undefined, { what: 'A ready service', limitMs: 5_000 })
  expect(await pids('away')).toHaveLength(2)

  await service.takeAway()
  await service[Symbol.asyncDispose]()
  expect(await pids('away')).toHaveLength(2)
})

test.skipIf(!existsSync('/proc/self/stat'))(
  'a frozen service stands still until it is thawed, and is stopped cleanly all the same',
  async () => {
    const service = await superviseService(await plan('freezes', SERVES), options())
    const [pid = ''] = await pids('freezes')
    service.freeze()
    await waitFor(async () => (await stateOf(pid)) === 'T' || undefined, {
      what: 'A stopped process',
      limitMs: 5_000,
    })
    expect(service.isReady()).toBe(false)

    service.thaw()
    expect(service.isReady()).toBe(true)
    service.freeze()
    await service[Symbol.asyncDispose]()
    expect(await readFile(path.join(folder, 'freezes.log'), 'utf8')).toContain('stopped cleanly')
    expect(await service.kill('SIGKILL')).toBe(false)
  },
)

test('a service that does not come up is reported with the end of its log', async () => {
  await expect(superviseService(await plan('fails', FAILS), options())).rejects.toThrow(
    /fails did not start.*\n.*DATABASE_URL is not set/,
  )
  expect(said).toContain('fails: DATABASE_URL is not set')
})

async function plan(name: string, script: string): Promise<ServicePlan> {
  const entry = path.join(folder, `${name}.mjs`)
  await writeFile(entry, script)
  return { name, entry, env: {} }
}

/** T is a process that SIGSTOP has stopped. */
async function stateOf(pid: string): Promise<string> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8')
  return status.slice(status.lastIndexOf(')') + 2).charAt(0)
}

async function pids(name: string): Promise<string[]> {
  const log = await readFile(path.join(folder, `${name}.log`), 'utf8')
  return [...log.matchAll(/pid (\d+)/g)].map(([, pid = '']) => pid)
}

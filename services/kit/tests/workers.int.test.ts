import { on, once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startKeepAliveLoad } from '../src/testing/keep-alive-load.ts'
import { startProgram } from '../src/testing/program.ts'
import type { Program } from '../src/testing/program.ts'
import type { WorkerServiceOptions } from './fixtures/worker-service.ts'

const ENTRY = new URL('fixtures/worker-service.ts', import.meta.url)
const WAIT = { timeout: 30_000, interval: 20 }

// A test may start half a dozen processes, one after the other.
vi.setConfig({ testTimeout: 60_000 })

interface Behind {
  /** The worker that waits for it. */
  readonly pid: number
  readonly answer: (text: string) => void
}

const opened = new AsyncDisposableStack()
let home: string
let shared: Program
let url: string
/** What a request for `/behind` waits for. */
let nextBehind: () => Promise<Behind>
let behind: string

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'workers-'))
  opened.defer(() => rm(home, { recursive: true }))
  const server = createServer().listen(0, '127.0.0.1')
  opened.defer(() => server.close().closeAllConnections())
  await once(server, 'listening')
  behind = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const requests = on(server, 'request')
  nextBehind = async () => {
    const [request, response] = (await requests.next()).value as [IncomingMessage, ServerResponse]
    return {
      pid: Number(request.url?.slice(1)),
      answer: (text) => void response.end(text),
    }
  }
  shared = start({ as: 'shared' })
  url = await shared.url
})
afterAll(() => opened.disposeAsync())

beforeEach(({ onTestFailed }) => {
  const begun = shared.log.length
  onTestFailed(() => {
    const told = shared.log.slice(begun).filter(({ msg }) => msg !== 'request completed')
    process.stderr.write(told.map((line) => `${JSON.stringify(line)}\n`).join(''))
  })
})

/** @param as tells apart what the tests do to several of them */
function start({ as, workers = 2 }: { as: string; workers?: number }): Program {
  const options: WorkerServiceOptions = { workers, behind, ...filesOf(as) }
  return opened.use(startProgram(ENTRY, { args: [JSON.stringify(options)] }))
}

function filesOf(as: string) {
  return {
    brokenFile: path.join(home, `${as}-broken`),
    unreadyFile: path.join(home, `${as}-unready`),
  }
}

/** The processes that answer; each request has a connection of its own, and they are given out in turn. */
async function pids(at = url): Promise<number[]> {
  const served = new Set<number>()
  for (let asked = 0; asked < 4; asked += 1) {
    const response = await fetch(`${at}/pid`, { headers: { connection: 'close' } })
    served.add(((await response.json()) as { pid: number }).pid)
  }
  return [...served]
}

/** Resolves when that many of the processes do not answer any more, and others do. */
function untilReplaced(count: number, before: readonly number[]): Promise<void> {
  return vi.waitFor(async () => {
    const now = await pids()
    expect(now).toHaveLength(before.length)
    expect(now.filter((pid) => !before.includes(pid))).toHaveLength(count)
  }, WAIT)
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

const logged = ({ log }: Program, msg: string) => log.filter((line) => line.msg === msg)

async function get(path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}${path}`, { headers: { connection: 'close' } })
  return { status: response.status, text: await response.text() }
}

describe('workers', () => {
  test('are several processes on one port, and tell in the log which one they are', async () => {
    const served = await pids()
    expect(served).toHaveLength(2)
    expect(served).not.toContain(shared.pid)
    // Lines are written together, so a worker may answer before its line comes.
    await vi.waitFor(() => {
      const numbers = new Map(logged(shared, 'ready').map(({ pid, worker }) => [pid, worker]))
      expect(new Set(served.map((pid) => numbers.get(pid)))).toEqual(new Set([1, 2]))
    }, WAIT)
  })

  test('are none where one process is enough', async () => {
    const program = start({ as: 'alone', workers: 1 })
    expect(await pids(await program.url)).toEqual([program.pid])
    await program[Symbol.asyncDispose]()
  })

  test('are told all, each by its number, by whichever is asked for /metrics', async () => {
    for (const { text } of [await get('/metrics'), await get('/metrics')]) {
      expect(text).toContain('worker_up{worker="1"} 1\nworker_up{worker="2"} 1')
      const started = /^process_start_time_seconds\{service="workers-test",worker="(\d)"\} \d+$/gm
      const told = new Set(text.matchAll(started).map(([, worker]) => worker))
      expect(told).toEqual(new Set(['1', '2']))
      expect(text.match(/^# TYPE process_start_time_seconds/gm)).toHaveLength(1)
    }
  })

  test('are ready only together', async () => {
    const ready = async () => [
      (await get('/health/ready')).status,
      (await get('/health/ready')).status,
    ]
    expect(await ready()).toEqual([200, 200])
    const unready = `${filesOf('shared').unreadyFile}-2`
    await writeFile(unready, '')
    expect(await ready()).toEqual([503, 503])
    await rm(unready)
  })
})

describe('SIGHUP', () => {
  test('replaces all workers again and again, and no request on a kept connection fails', async () => {
    const load = startKeepAliveLoad(url, { path: '/pid', method: 'POST' })
    for (const round of [1, 2]) {
      await load.more(100)
      shared.signal('SIGHUP')
      await vi.waitFor(() => expect(logged(shared, 'stopping')).toHaveLength(2 * round), WAIT)
    }
    await load.more(100)
    await load.stop()
    expect(load.failures).toEqual([])
    const seen = [...load.answers].map((text) => (JSON.parse(text) as { pid: number }).pid)
    expect(seen).toHaveLength(6)
    await vi.waitFor(() => expect(seen.filter(isGone)).toHaveLength(4), WAIT)
  })

  test('lets an old worker bring to its end what it has begun', async () => {
    const before = await pids()
    const slow = get('/behind')
    const { pid, answer } = await nextBehind()
    shared.signal('SIGHUP')
    await vi.waitFor(async () => expect(await pids()).not.toContain(pid), WAIT)
    answer('done')
    expect((await slow).text).toBe('done')
    await untilReplaced(2, before)
  })

  test('changes nothing when no new worker can be started', async () => {
    const before = await pids()
    const { brokenFile } = filesOf('shared')
    await writeFile(brokenFile, '')
    shared.signal('SIGHUP')
    const told = 'no new worker could be started; the old ones go on'
    await vi.waitFor(() => expect(logged(shared, told)).toHaveLength(1), WAIT)
    expect(logged(shared, told)[0]?.err?.message).toBe('The test forbids it.')
    expect(new Set(await pids())).toEqual(new Set(before))
    await rm(brokenFile)
  })
})

describe('a worker', () => {
  test('that dies is followed by another', async () => {
    const before = await pids()
    await expect(get('/die')).rejects.toThrow('fetch failed')
    await untilReplaced(1, before)
  })

  test('that hangs is killed and followed by another', async () => {
    const before = await pids()
    await expect(get('/hang')).rejects.toThrow('fetch failed')
    await untilReplaced(1, before)
  })

  test('that is killed leaves to another the connections it had not taken', async () => {
    const before = await pids()
    const [still] = before
    process.kill(Number(still), 'SIGSTOP')
    expect(await pids()).not.toContain(still)
    await untilReplaced(1, before)
  })

  test('leaves by itself when the primary is killed, after its requests', async () => {
    const program = start({ as: 'killed' })
    const at = await program.url
    const served = await pids(at)
    const slow = fetch(`${at}/behind`)
    const { answer } = await nextBehind()
    program.signal('SIGKILL')
    await vi.waitFor(() => expect(served.filter(isGone)).toHaveLength(1), WAIT)
    answer('done')
    expect(await (await slow).text()).toBe('done')
    await vi.waitFor(() => expect(served.filter(isGone)).toHaveLength(2), WAIT)
  })
})

describe('the whole', () => {
  test('does not start when no worker can, and says why', async () => {
    await writeFile(filesOf('broken').brokenFile, '')
    const program = start({ as: 'broken' })
    expect(await program.ended).toBe(1)
    const message = 'No worker can be started: The test forbids it.'
    await vi.waitFor(() => expect(program.log.at(-1)?.err?.message).toBe(message))
  })

  test('ends when none is left and none can be started', async () => {
    const program = start({ as: 'dying' })
    const served = await pids(await program.url)
    await writeFile(filesOf('dying').brokenFile, '')
    for (const worker of served) process.kill(worker, 'SIGKILL')
    expect(await program.ended).toBe(1)
    const message = 'No worker can be started: The test forbids it.'
    await vi.waitFor(() => expect(program.log.at(-1)?.err?.message).toBe(message))
  })

  test('stops with SIGTERM when requests under way are answered, and kills what hangs', async () => {
    const served = await pids()
    const [slow, slower] = [get('/behind'), get('/behind')]
    const answers = [await nextBehind(), await nextBehind()]
    shared.signal('SIGTERM')
    answers[0]?.answer('done')
    const [first, second] = await Promise.allSettled([slow, slower])
    expect(new Set([first.status, second.status])).toEqual(new Set(['fulfilled', 'rejected']))
    expect(await shared.ended).toBe(0)
    expect(served.every(isGone)).toBe(true)
  })
})

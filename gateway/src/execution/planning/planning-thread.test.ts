import { readdir, readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { readVariables } from '@takeoff/kit/service/config'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  manyPlansOperation,
  sharedTypesSupergraph,
} from '../../../tests/fixtures/shared-types-supergraph.ts'
import { documentVariables } from '../../documents/document-config.ts'
import { createOperationPlanner } from './operation-planner.ts'
import { PlanningThread } from './planning-thread.ts'
import type { PlanningThreadOptions } from './planning-thread.ts'

const LIMITS = readVariables(documentVariables, {})
const SMALL = { document: '{ anyAccount { f0 f1 } }', operationName: undefined }
const LARGE = { document: manyPlansOperation(), operationName: undefined }
const MORTAL = new URL('./testing/mortal-worker.ts', import.meta.url)
const TOO_COMPLEX = { code: 'OPERATION_TOO_COMPLEX' }
const UNAVAILABLE = { code: 'PLANNER_UNAVAILABLE' }
/** Limit for operations that need a few milliseconds on a thread that may have to start first. */
const PLENTY_MS = 30_000

// A thread takes a second to start on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

let supergraph: string
let thread: PlanningThread
const warnings: unknown[] = []

beforeAll(() => {
  supergraph = sharedTypesSupergraph()
})

/** A thread of one test. */
function open(options: Partial<PlanningThreadOptions> = {}): PlanningThread {
  warnings.length = 0
  const logger = { warn: (warning: unknown) => void warnings.push(warning) }
  const opened = new PlanningThread({ timeoutMs: PLENTY_MS, logger, ...options })
  onTestFinished(() => opened[Symbol.asyncDispose]())
  thread = opened
  return opened
}

describe('a planning thread', () => {
  // One for all of these tests: a thread needs more than a second of CPU to load the planner.
  const logger = { warn: () => undefined }
  const shared = new PlanningThread({ timeoutMs: PLENTY_MS, logger })
  afterAll(() => shared[Symbol.asyncDispose]())

  it('makes the plan that the planner makes without a thread', async () => {
    const plan = await shared.plan(supergraph, SMALL)
    expect(plan).toEqual(createOperationPlanner(supergraph).plan(SMALL))
  })

  it.runIf(process.platform === 'linux')('has a lower priority than requests', async () => {
    await shared.plan(supergraph, SMALL)
    const tasks = await readdir('/proc/self/task')
    const stats = await Promise.all(
      tasks.map((task) => readFile(`/proc/self/task/${task}/stat`, 'utf8')),
    )
    // The 19th field; the second one, in brackets, may have spaces.
    const priorities = stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')')).split(' ')[17]))
    expect(priorities).toContain(10)
  })

  it('plans the operation with the given name', async () => {
    const document = 'query A { anyAccount { f0 } } query B { anyAccount { f1 } }'
    const plan = await shared.plan(supergraph, { document, operationName: 'B' })
    expect(JSON.stringify(plan)).toMatch(/^(?!.*f0).*f1/)
  })

  it('plans operations of several supergraphs', async () => {
    const other = supergraph.replaceAll('f0', 'g0')
    const [first, second] = await Promise.all([
      shared.plan(supergraph, SMALL),
      shared.plan(other, { ...SMALL, document: '{ anyAccount { g0 f1 } }' }),
    ])
    expect(JSON.stringify(second)).toBe(JSON.stringify(first).replaceAll('f0', 'g0'))
  })

  it('reports the errors of a document, and none of a valid one', async () => {
    const [error] = await shared.check(supergraph, '{ unknown }', LIMITS)
    expect(error).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' })
    expect(await shared.check(supergraph, SMALL.document, LIMITS)).toEqual([])
  })

  it('reports an operation for which there is no plan', async () => {
    const plan = shared.plan(supergraph, { ...SMALL, document: '{ unknown }' })
    await expect(plan).rejects.toThrow(/unknown/)
  })

  it('reports a supergraph that cannot be read', async () => {
    await expect(shared.prepare('type Query { x: Int }')).rejects.toThrow(/core schema/)
  })
})

describe('an operation that takes too long to plan', () => {
  it('is refused, and the next one is planned', async () => {
    open({ timeoutMs: 100 })
    await expect(thread.plan(supergraph, LARGE)).rejects.toMatchObject(TOO_COMPLEX)
    await expect(thread.prepare(supergraph)).resolves.toBeUndefined()
    expect(warnings).toEqual([{ operationName: undefined, reason: 'planning takes too long' }])
  })

  it('has a message of its own when it is a document that is checked', async () => {
    open({ timeoutMs: 100, entry: MORTAL })
    await expect(thread.check(supergraph, 'plan forever', LIMITS)).rejects.toMatchObject({
      message: expect.stringMatching(/^The document takes too long to check\./) as string,
      ...TOO_COMPLEX,
    })
    expect(warnings).toMatchObject([{ reason: 'the check of a document takes too long' }])
  })

  it('is recognized by the CPU time of the thread, not by the time that passes on a busy machine', async () => {
    open({ timeoutMs: 100, entry: MORTAL })
    const sleep = { document: 'sleep', operationName: undefined }
    await expect(thread.plan(supergraph, sleep)).resolves.toEqual({ kind: 'QueryPlan' })
    expect(warnings).toEqual([])
  })

  it('delays those queued behind it, until their time is over too', async () => {
    open({ timeoutMs: 100, entry: MORTAL })
    const forever = { document: 'plan forever', operationName: undefined }
    // Each takes 80 ms at least, and together they must exceed the longest wait.
    const plans = Array.from({ length: 15 }, () => thread.plan(supergraph, forever))
    const outcomes = await Promise.allSettled([...plans, thread.plan(supergraph, SMALL)])
    const reasons = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)
    expect([reasons.at(0), reasons.at(-1)]).toMatchObject([TOO_COMPLEX, UNAVAILABLE])
  })
})

describe('a thread that dies', () => {
  it('has its operation refused, and a new thread plans the next one', async () => {
    open({ entry: MORTAL })
    const die = { document: 'die', operationName: undefined }
    await expect(thread.plan(supergraph, die)).rejects.toMatchObject(UNAVAILABLE)
    await expect(thread.plan(supergraph, SMALL)).resolves.toEqual({ kind: 'QueryPlan' })
    expect(warnings).toHaveLength(1)
  })

  it('of too much memory has its operation refused as too complex', async () => {
    open({ entry: MORTAL, memoryMb: 32 })
    const large = { document: 'fill memory', operationName: undefined }
    await expect(thread.plan(supergraph, large)).rejects.toMatchObject(TOO_COMPLEX)
    await expect(thread.plan(supergraph, SMALL)).resolves.toEqual({ kind: 'QueryPlan' })
  })
})

it('an operation is refused when the CPU time of its thread cannot be read, as of one that is ending', async () => {
  using _unreadable = vi
    .spyOn(Worker.prototype, 'cpuUsage')
    .mockRejectedValue(new Error('the thread is not running'))
  open({ timeoutMs: 100, entry: MORTAL })
  const forever = { document: 'plan forever', operationName: undefined }
  await expect(thread.plan(supergraph, forever)).rejects.toMatchObject(TOO_COMPLEX)
})

describe('when there is too much to plan', () => {
  it('an operation beyond the hundred that wait is refused', async () => {
    open({ entry: MORTAL })
    const wait = { document: 'wait', operationName: undefined }
    const waiting = Array.from({ length: 101 }, () => thread.plan(supergraph, wait))
    const outcomes = Promise.allSettled(waiting)
    await expect(thread.plan(supergraph, SMALL)).rejects.toMatchObject(UNAVAILABLE)
    await thread[Symbol.asyncDispose]()
    expect(new Set((await outcomes).map(({ status }) => status))).toEqual(new Set(['rejected']))
  })
})

it('disposing refuses operations in planning, and later ones', async () => {
  const planned = open().plan(supergraph, LARGE)
  const [outcome] = await Promise.all([
    planned.catch((error: unknown) => error),
    thread[Symbol.asyncDispose](),
  ])
  expect(outcome).toMatchObject(UNAVAILABLE)
  await expect(thread.plan(supergraph, SMALL)).rejects.toMatchObject(UNAVAILABLE)
})

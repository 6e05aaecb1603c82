import { threadId } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OrderDocumentModel } from '../src/rendering/document-model.ts'
import { renderCsv } from '../src/rendering/csv/render-csv.ts'
import { renderPdf } from '../src/rendering/pdf/render-pdf.ts'
import { sampleModel } from '../src/rendering/testing/sample-model.ts'
import { Renderer } from '../src/rendering-pool/renderer.ts'
import type { RendererOptions } from '../src/rendering-pool/renderer.ts'
import {
  RenderingFailedError,
  RenderingQueueFullError,
  RenderingTimeoutError,
} from '../src/rendering-pool/rendering-errors.ts'
import { drawPng } from '../src/testing/draw-png.ts'
import type { StubWork } from './rendering-worker-stub.ts'

const STUB = new URL('./rendering-worker-stub.ts', import.meta.url)

let opened: AsyncDisposableStack | undefined

afterEach(() => opened?.disposeAsync())

const logger = { error: vi.fn<() => void>() }

function open(options: Partial<RendererOptions> = {}): Renderer {
  opened = new AsyncDisposableStack()
  return opened.use(new Renderer({ threads: 1, queueMax: 7, logger, ...options }))
}

/** A renderer whose threads run tasks of a test. */
function openStub(options: Partial<RendererOptions> = {}) {
  const renderer = open({ worker: STUB, ...options })
  const work = async (stubWork: StubWork, orgId = 1): Promise<number | undefined> =>
    (await renderer.render(orgId, stubWork as unknown as OrderDocumentModel)).pdf[0]
  return { renderer, work }
}

function closedGate() {
  const gate = new SharedArrayBuffer(4)
  const open = (): void => {
    Atomics.store(new Int32Array(gate), 0, 1)
    Atomics.notify(new Int32Array(gate), 0)
  }
  return { gate, open }
}

describe('the renderer', () => {
  it('returns the same bytes as rendering in this thread', async () => {
    const model = sampleModel(60, 'office')

    const { pdf, csv } = await open().render(1, model)

    expect(Buffer.from(pdf).equals(await renderPdf(model))).toBe(true)
    expect(Buffer.from(csv).equals(renderCsv(model))).toBe(true)
  })

  it('returns the size of a logo, and null for one that cannot be drawn', async () => {
    const renderer = open()
    const bytes = drawPng({ width: 320, height: 200 })

    expect(await renderer.measureLogo(1, { type: 'png', bytes })).toEqual({
      width: 320,
      height: 200,
    })
    const half = bytes.subarray(0, bytes.length / 2)
    expect(await renderer.measureLogo(1, { type: 'png', bytes: half })).toBeNull()
  })

  it('warms up without an error', async () => {
    await open({ threads: 2 }).warmUp()

    expect(logger.error).not.toHaveBeenCalled()
  })

  it('works in a thread of its own', async () => {
    const { work } = openStub()

    expect(await work({ does: 'return the thread id' })).not.toBe(threadId)
  })

  it('works in the configured number of threads', async () => {
    const { work } = openStub({ threads: 2 })
    const { gate, open } = closedGate()

    const first = work({ does: 'wait', gate })
    const second = await work({ does: 'return the thread id' })
    open()

    expect(second).not.toBe(await first)
  })

  it('has room for a quarter of its tasks for each organization, and refuses more of it', async () => {
    const { renderer, work } = openStub({ threads: 1, queueMax: 7 })
    const { gate, open } = closedGate()
    expect(renderer.room()).toBe(8)
    const rendering = work({ does: 'wait', gate })
    renderer.requireRoom(1, 1)
    const waiting = work({ does: 'return the thread id' })

    expect(renderer.room()).toBe(6)
    expect(() => renderer.requireRoom(1, 1)).toThrow(RenderingQueueFullError)
    const logo = { type: 'png' as const, bytes: drawPng({ width: 1, height: 1 }) }
    await expect(renderer.measureLogo(1, logo)).rejects.toThrow(
      'Too many documents are being rendered right now. Try again in 5 seconds',
    )
    renderer.requireRoom(2, 2)

    open()
    expect(await waiting).toBe(await rendering)
    renderer.requireRoom(1, 2)
  })

  it('has room for as many documents of all organizations as fit into its queue', async () => {
    const { renderer, work } = openStub({ threads: 1, queueMax: 3 })
    const { gate, open } = closedGate()
    const rendering = work({ does: 'wait', gate })
    const others = [2, 3, 4].map((orgId) => work({ does: 'return the thread id' }, orgId))

    expect(() => renderer.requireRoom(5, 1)).toThrow(RenderingQueueFullError)
    open()
    await Promise.all([rendering, ...others])
  })

  it('has room for orders without a document, also when an organization has more than its share', async () => {
    const { renderer, work } = openStub({ threads: 1, queueMax: 3 })
    const { gate, open } = closedGate()
    const rendering = [work({ does: 'wait', gate }), work({ does: 'return the thread id' })]

    expect(() => renderer.requireRoom(1, 1)).toThrow(RenderingQueueFullError)
    renderer.requireRoom(1, 0)
    open()
    await Promise.all(rendering)
  })

  it('renders the documents of organizations in turn, however many one of them has', async () => {
    const { work } = openStub()
    const { gate, open } = closedGate()
    const order: number[] = []
    const rendering = [1, 1, 1, 1, 2].map((orgId, n) =>
      work(n === 0 ? { does: 'wait', gate } : { does: 'return the thread id' }, orgId).then(() =>
        order.push(orgId),
      ),
    )

    open()
    await Promise.all(rendering)
    expect(order).toEqual([1, 2, 1, 1, 1])
  })

  it('renders all documents that were accepted at the same moment', async () => {
    const { renderer, work } = openStub({ threads: 1, queueMax: 1 })
    const { gate, open } = closedGate()
    const rendering = work({ does: 'wait', gate })
    const waiting = Array.from({ length: 3 }, () => work({ does: 'return the thread id' }))

    expect(renderer.room()).toBe(0)
    open()
    expect(new Set(await Promise.all([rendering, ...waiting])).size).toBe(1)
  })

  it('has room for an order of any size of an organization that has no other', async () => {
    const { renderer, work } = openStub()
    const { gate, open } = closedGate()
    renderer.requireRoom(1, 1000)

    const rendering = work({ does: 'wait', gate })

    expect(() => renderer.requireRoom(1, 1000)).toThrow(RenderingQueueFullError)
    renderer.requireRoom(2, 1000)
    open()
    await rendering
  })

  it.each([
    [
      'ends one that takes too long',
      { does: 'run without end' },
      new RenderingTimeoutError('It took longer than 2 s.'),
    ],
    [
      'survives one that takes all memory',
      { does: 'take all memory' },
      new RenderingFailedError('memory'),
    ],
    [
      'survives one that ends its thread',
      { does: 'exit' },
      new RenderingFailedError('exited with code: 1'),
    ],
    ['reports why one failed', { does: 'throw' }, new RenderingFailedError('no font for this')],
  ] as const)('%s, and renders the next', async (_what, broken, { name, message }) => {
    const limitMs = broken.does === 'run without end' ? 2_000 : 20_000
    const { work } = openStub({ limitMs, heapMbMax: 32, queueMax: 2 })

    const [failed, next] = await Promise.allSettled([
      work(broken),
      work({ does: 'return the thread id' }),
    ])

    expect(failed).toMatchObject({
      reason: { name, message: expect.stringContaining(message) },
    })
    expect(next).toMatchObject({ status: 'fulfilled' })
  })

  it('finishes the running tasks when it is closed', async () => {
    const { renderer, work } = openStub()
    const { gate, open } = closedGate()
    const rendering = work({ does: 'wait', gate })
    const waiting = work({ does: 'return the thread id' })

    const closing = renderer[Symbol.asyncDispose]()
    open()

    expect(await Promise.all([rendering, waiting])).toHaveLength(2)
    await closing
  })

  it('abandons tasks that do not end in time when it is closed', async () => {
    const { renderer, work } = openStub({ closingLimitMs: 0 })
    const outcomes = Promise.allSettled([
      work({ does: 'run without end' }),
      work({ does: 'return the thread id' }),
    ])

    await renderer[Symbol.asyncDispose]()

    expect(await outcomes).toEqual([
      { status: 'rejected', reason: expect.any(RenderingFailedError) },
      { status: 'rejected', reason: new RenderingFailedError('The service is stopping.') },
    ])
  })
})

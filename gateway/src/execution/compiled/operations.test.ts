import type { QueryPlan } from '@apollo/query-planner'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { RateLimitedError } from '@takeoff/kit/values/errors'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CompilingGateway } from '../compiling-gateway.ts'
import { OperationTooComplexError, PlannerUnavailableError } from '../planning/planning-errors.ts'
import type { RequestContext } from '../request-context.ts'
import {
  clientContext,
  documentOf,
  forStock,
  loadGateway,
  requestOf,
} from '../testing/load-gateway.ts'

let gateway: CompilingGateway

const schemas = { a: 'type Query { x: Int  q: Query }' }

beforeEach(async () => {
  gateway = await loadGateway({ schemas, send: () => ({}) })
})

describe('an operation', () => {
  it('is compiled once, whatever object its document is', async () => {
    const ready = await gateway.prepare(documentOf('{ x }'))
    expect(await gateway.prepare(documentOf('{ x }'))).toBe(ready)
  })

  it('is another one under another name', async () => {
    const named = documentOf('query A { x } query B { y: x }')
    const prepare = (operationName: string) => gateway.prepare({ ...named, operationName })
    const [a, b] = await Promise.all(['A', 'B'].map(prepare))
    expect(a?.definition.name?.value).toBe('A')
    expect(b?.definition.name?.value).toBe('B')
  })

  it('that only the stock executor knows is planned once as well', async () => {
    const changePlan = vi.fn<ChangePlan>(forStock)
    const stock = await loadGateway({ schemas, send: () => ({}), changePlan })
    for (const _ of [1, 2]) expect(await stock.prepare(documentOf('{ x }'))).toBeUndefined()
    expect(changePlan).toHaveBeenCalledOnce()
  })
})

describe('planning', () => {
  it('happens once for equal operations that are requested at the same time', async () => {
    const changePlan = vi.fn<ChangePlan>((plan) => plan)
    const { prepare } = await loadOperations({ changePlan })
    const [first, second] = await Promise.all([prepare(), prepare()])
    expect(first).toBe(second)
    expect(changePlan).toHaveBeenCalledOnce()
  })

  it('is not tried again for an operation that was refused as too complex', async () => {
    const changePlan = vi.fn<ChangePlan>(() => Promise.reject(new OperationTooComplexError()))
    const { prepare, execute } = await loadOperations({ changePlan })
    for (const _ of [1, 2]) await expect(prepare()).rejects.toThrow(OperationTooComplexError)
    expect((await execute()).errors).toMatchObject([
      { extensions: { code: 'OPERATION_TOO_COMPLEX' } },
    ])
    expect(changePlan).toHaveBeenCalledOnce()
  })

  it('is tried again after the planner was not available', async () => {
    const changePlan = vi.fn<ChangePlan>((plan) => plan)
    changePlan.mockImplementationOnce(() => {
      throw new PlannerUnavailableError()
    })
    const { prepare, execute } = await loadOperations({ changePlan })
    expect((await execute()).errors).toMatchObject([
      { extensions: { code: 'PLANNER_UNAVAILABLE', retryAfterSeconds: 1 } },
    ])
    expect(await prepare()).toBeDefined()
  })

  it('continues for an operation that was refused after the longest wait', async () => {
    const planned = Promise.withResolvers<void>()
    const changePlan = vi.fn<ChangePlan>((plan) => planned.promise.then(() => plan))
    const { prepare, execute } = await loadOperations({ changePlan, waitMs: 1 })
    expect((await execute()).errors).toMatchObject([
      { extensions: { code: 'PLANNER_UNAVAILABLE' } },
    ])
    planned.resolve()
    await expect.poll(prepare).toBeDefined()
    expect(changePlan).toHaveBeenCalledOnce()
  })

  it('does not happen for an operation that would take more than a quarter of the cache', async () => {
    const changePlan = vi.fn<ChangePlan>((plan) => plan)
    const { prepare, execute } = await loadOperations({
      changePlan,
      query: `{ ${'a'.repeat(200_000)}: x }`,
    })
    for (const _ of [1, 2])
      expect((await execute()).errors).toMatchObject([
        {
          message: expect.stringContaining('Split it') as string,
          extensions: { code: 'OPERATION_TOO_COMPLEX' },
        },
      ])
    await expect(prepare()).rejects.toThrow(OperationTooComplexError)
    expect(changePlan).not.toHaveBeenCalled()
  })
})

describe('the planning of a new operation', () => {
  it('begins when it is the turn of its caller', async () => {
    const changePlan = vi.fn<ChangePlan>((plan) => plan)
    const { execute } = await loadOperations({ changePlan })
    const { turns, begin } = turnsToBegin()
    const response = execute(turns)
    await nextTurn()
    expect(changePlan).not.toHaveBeenCalled()
    begin()
    expect(await response).toEqual({ data: { x: null } })
  })

  it('is not delayed by another caller who waits for a turn with the same operation', async () => {
    const { execute } = await loadOperations({})
    const { turns, begin } = turnsToBegin()
    const waiting = execute(turns)
    expect(await execute()).toEqual({ data: { x: null } })
    begin()
    expect(await waiting).toEqual({ data: { x: null } })
  })

  it('needs no turn when it has begun or the operation is known', async () => {
    const planned = Promise.withResolvers<void>()
    const { execute } = await loadOperations({
      changePlan: (plan) => planned.promise.then(() => plan),
    })
    const { turns } = turnsToBegin()
    const responses = [execute(), execute(turns)]
    planned.resolve()
    for (const response of [...responses, execute(turns)])
      expect(await response).toEqual({ data: { x: null } })
  })

  it('takes its turn until it is over, also when the request no longer waits for it', async () => {
    const planned = Promise.withResolvers<void>()
    const { execute } = await loadOperations({
      changePlan: (plan) => planned.promise.then(() => plan),
      waitMs: 1,
    })
    const { turns, begin, state } = turnsToBegin()
    const response = execute(turns)
    begin()
    expect((await response).errors).toMatchObject([{ extensions: { code: 'PLANNER_UNAVAILABLE' } }])
    expect(state.isOver).toBe(false)
    planned.resolve()
    await expect.poll(() => state.isOver).toBe(true)
  })

  it('is refused with RATE_LIMITED when too many of its caller wait', async () => {
    const { execute } = await loadOperations({})
    const { errors } = await execute({
      run: () => Promise.reject(new RateLimitedError('Wait.', 1)),
    })
    expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 1 } }])
    expect(await execute()).toEqual({ data: { x: null } })
  })

  /** A turn that comes when the test says so. */
  function turnsToBegin() {
    const { promise, resolve } = Promise.withResolvers<void>()
    const state = { isOver: false }
    const turns: RequestContext['turns'] = {
      run: async (_waiting, task, limit) => {
        await promise
        return limit(task().finally(() => (state.isOver = true)))
      },
    }
    return { turns, begin: resolve, state }
  }
})

interface Options extends Partial<Parameters<typeof loadGateway>[0]> {
  readonly query?: string
}

async function loadOperations({ query = '{ x }', ...options }: Options) {
  const send = () => ({ data: { x: null } })
  const loaded = await loadGateway({ schemas, send, ...options })
  const request = requestOf(loaded, query, {})
  return {
    prepare: () => loaded.prepare(documentOf(query)),
    execute: (turns?: RequestContext['turns']) =>
      loaded.executor(
        turns === undefined ? request : { ...request, context: { ...clientContext(), turns } },
      ),
  }
}

describe('compiled operations are evicted, the least recently used first', () => {
  /** The numbers that are still known after operations were prepared in turn, the first one again, and then one more. */
  async function knownAfter(
    count: number,
    documentOfNumber: (number: number) => Document,
  ): Promise<number[]> {
    const prepare = (number: number) => gateway.prepare(documentOfNumber(number))
    const prepared: unknown[] = []
    for (let number = 0; number < count; number += 1) prepared.push(await prepare(number))
    const known: number[] = []
    const noteIfKnown = async (number: number): Promise<void> => {
      if ((await prepare(number)) === prepared[number]) known.push(number)
    }
    await noteIfKnown(0)
    await prepare(count)
    await noteIfKnown(0)
    await noteIfKnown(1)
    return known
  }

  it('when there are more than a thousand', async () => {
    expect(await knownAfter(1_000, (number) => documentOf(`{ a${number}: x }`))).toEqual([0, 0])
  })

  it.each<[string, (number: string) => string]>([
    ['long', (number) => `{ ${'a'.repeat(50_000)}${number}: x }`],
    ['full of comments', (number) => `{ a${number}: x } ${'#\n'.repeat(5000)}`],
  ])('when they hold more than 50 MB, being %s', async (_, textOf) => {
    const documentOfNumber = (number: number) => documentOf(textOf(String(number).padStart(4, '0')))
    const bytes = (await gateway.prepare(documentOfNumber(0)))?.bytes ?? 0
    const count = Math.floor(50_000_000 / bytes)
    expect(count).toBeLessThan(100)
    expect(await knownAfter(count, documentOfNumber)).toEqual([0, 0])
  })
})

describe('the estimated size of an operation grows', () => {
  const bytesOf = async (text: string) => (await gateway.prepare(documentOf(text)))?.bytes ?? 0

  it('with the size of its unfolded fragments', async () => {
    const bytesOfUses = (first: string, second: string): Promise<number> =>
      bytesOf(`{ a: q { ...${first} } b: q { ...${second} } }
        fragment Large on Query { q { q { q { x } } } } fragment Small on Query { x }`)
    const [none, one, two] = await Promise.all([
      bytesOfUses('Small', 'Small'),
      bytesOfUses('Large', 'Small'),
      bytesOfUses('Large', 'Large'),
    ])
    expect([one > none, two > one]).toEqual([true, true])
  })

  it('with each selection set, for which code is made', async () => {
    const [one, two] = await Promise.all([
      bytesOf(`{ ${'a'.repeat(20)}: x }`),
      bytesOf('{ q { a: x  bbbb: x } }'),
    ])
    expect(two - one).toBeGreaterThan(5_000)
  })

  it('with each condition, up to sixteen combinations', async () => {
    const long = 'x'.repeat(1000)
    const bytesOfConditions = (uses: readonly string[]): Promise<number> => {
      const names = ['a', 'b', 'c', 'd', 'e']
      const variables = names.map((name) => `$${name}: Boolean!`).join()
      const fields = names.map((name, i) => `${name}: x @include(if: $${uses[i] ?? name})`)
      return bytesOf(`query (${variables}) { ${long}: x ${fields.join(' ')} }`)
    }
    const [one, two, four, five] = await Promise.all(
      ['aaaaa', 'abbbb', 'abcdd', 'abcde'].map((uses) => bytesOfConditions(uses.split(''))),
    )
    expect([(two ?? 0) > (one ?? 0), (four ?? 0) > (two ?? 0), five]).toEqual([true, true, four])
  })
})

type Document = ReturnType<typeof documentOf>
type ChangePlan = (plan: QueryPlan) => QueryPlan | Promise<QueryPlan>

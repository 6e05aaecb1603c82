import { describe, expect, it } from 'vitest'
import { replyOf } from '../testing/reply-of.ts'
import type { PlannedRequest } from './requests.ts'
import { runRequests, variablesText } from './run-requests.ts'
import type { Work } from './run-requests.ts'
import type { SubgraphReply } from './subgraph-call.ts'

/** For each subgraph, the subgraphs whose responses its request needs. */
type Graph = Readonly<Record<string, readonly string[]>>

function requestsOf(graph: Graph): PlannedRequest[] {
  const names = Object.keys(graph)
  return names.map((subgraph, number) => ({
    number,
    subgraph,
    after: (graph[subgraph] ?? []).map((name) => names.indexOf(name)),
    root: undefined,
    lists: [],
    head: '',
    variables: [],
  }))
}

const REPLY = replyOf({})

/** Runs requests, to whose subgraphs the test replies. */
function start(graph: Graph, work: Partial<Work<string>> = {}) {
  const log: string[] = []
  const replies = new Map<string, PromiseWithResolvers<SubgraphReply>>()
  const all: Work<string> = {
    prepare: ({ subgraph }) => ({ body: `body of ${subgraph}`, sent: `sent of ${subgraph}` }),
    receive: (_, sent) => void log.push(sent),
    ...work,
    get isOver() {
      return work.isOver ?? false
    },
  }
  const done = runRequests(requestsOf(graph), all, ({ subgraph, body }) => {
    log.push(body)
    const reply = Promise.withResolvers<SubgraphReply>()
    replies.set(subgraph, reply)
    return reply.promise
  })
  return {
    log,
    done,
    /** Returns when the response is received. */
    reply: async (subgraph: string): Promise<void> => {
      replies.get(subgraph)?.resolve(REPLY)
      await new Promise(setImmediate)
    },
    reject: (subgraph: string, error: Error) => replies.get(subgraph)?.reject(error),
  }
}

const bodiesOf = (log: readonly string[]) =>
  log.filter((line) => line.startsWith('body')).map((line) => line.slice('body of '.length))

describe('requests', () => {
  it('are none, and done at once', async () => {
    await expect(start({}).done).resolves.toBeUndefined()
  })

  it('are prepared, sent and received one after the other where they need each other', async () => {
    const { log, reply, done } = start({ a: [], b: ['a'] })
    expect(log).toEqual(['body of a'])
    await reply('a')
    expect(log).toEqual(['body of a', 'sent of a', 'body of b'])
    await reply('b')
    await done
    expect(log.at(-1)).toBe('sent of b')
  })

  it('are sent together where they do not', () => {
    expect(start({ a: [], b: [] }).log).toEqual(['body of a', 'body of b'])
  })

  it('wait for those that they need, and for no others', async () => {
    const { log, reply } = start({ a: [], b: [], c: ['a'], d: ['a', 'b'] })
    await reply('a')
    expect(bodiesOf(log)).toEqual(['a', 'b', 'c'])
    await reply('b')
    expect(bodiesOf(log)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('wait until what they need is received to the end', async () => {
    const receiving = Promise.withResolvers<void>()
    const { log, reply } = start({ a: [], b: ['a'] }, { receive: () => receiving.promise })
    await reply('a')
    expect(bodiesOf(log)).toEqual(['a'])
    receiving.resolve()
    await new Promise(setImmediate)
    expect(bodiesOf(log)).toEqual(['a', 'b'])
  })

  it('are not sent where there is nothing to request, and dependent requests go on', async () => {
    const { log, reply, done } = start(
      { a: [], b: ['a'], c: ['b'] },
      {
        prepare: ({ subgraph }) => (subgraph === 'c' ? { body: 'body of c', sent: '' } : undefined),
      },
    )
    expect(bodiesOf(log)).toEqual(['c'])
    await reply('c')
    await expect(done).resolves.toBeUndefined()
  })
})

describe('a run that has ended', () => {
  it('sends nothing', async () => {
    const { log, done } = start({ a: [] }, { isOver: true })
    await done
    expect(log).toEqual([])
  })

  it('ends with the response that ends it, whatever is still under way', async () => {
    const work = { isOver: false, receive: () => void (work.isOver = true) }
    for (const graph of [
      { a: [], b: [], c: ['a'] },
      { a: [], b: [] },
    ]) {
      work.isOver = false
      const { log, reply, done } = start(graph, work)
      await reply('a')
      await done
      expect(bodiesOf(log)).toEqual(['a', 'b'])
    }
  })

  it('does not read later responses', async () => {
    const received: string[] = []
    const work = {
      isOver: false,
      receive({ subgraph }: PlannedRequest) {
        received.push(subgraph)
        work.isOver = true
      },
    }
    const { reply, done } = start({ a: [], b: [] }, work)
    await reply('a')
    await reply('b')
    await done
    expect(received).toEqual(['a'])
  })

  it('ends with a response that comes after its end', async () => {
    const work = { isOver: false }
    const { log, reply, done } = start({ a: [], b: ['a'] }, work)
    work.isOver = true
    await reply('a')
    await done
    expect(log).toEqual(['body of a'])
  })
})

describe('the run is rejected with the thrown error', () => {
  const fail = (): never => {
    throw new Error('broken')
  }

  it('while a request is prepared', async () => {
    await expect(start({ a: [] }, { prepare: fail }).done).rejects.toThrow('broken')
  })

  it('while a response is received', async () => {
    const { reply, done } = start({ a: [] }, { receive: fail })
    await Promise.all([expect(done).rejects.toThrow('broken'), reply('a')])
  })

  it('while a response is received in the background', async () => {
    const receive = () => Promise.reject(new Error('broken'))
    const { reply, done } = start({ a: [] }, { receive })
    await Promise.all([expect(done).rejects.toThrow('broken'), reply('a')])
  })

  it('while a later request is prepared', async () => {
    const prepare: Work<string>['prepare'] = ({ subgraph }) =>
      subgraph === 'a' ? { body: '', sent: '' } : fail()
    const { reply, done } = start({ a: [], b: ['a'] }, { prepare })
    await Promise.all([expect(done).rejects.toThrow('broken'), reply('a')])
  })

  it('by a subgraph, although none should', async () => {
    const { reject, done } = start({ a: [] })
    reject('a', new Error('broken'))
    await expect(done).rejects.toThrow('broken')
  })
})

describe('the variables of a request', () => {
  it.each<[string, readonly string[], string]>([
    [
      'are those that it uses, as they were sent',
      ['none', 'zero', 'text', 'json'],
      '"none":null,"zero":0,"text":"","json":[{"a":1}]',
    ],
    [
      'are none that were not sent, whatever their name',
      ['missing', 'zero', 'constructor'],
      '"zero":0',
    ],
    ['may be none', [], ''],
  ])('%s', (_, names, text) => {
    const sent = { none: null, zero: 0, text: '', json: [{ a: 1 }], other: 1, undef: undefined }
    expect(variablesText(names, sent)).toBe(text)
  })
})

import { EventEmitter, once } from 'node:events'
import { Pool } from 'undici'
import type { Dispatcher } from 'undici'

/** Clients that ask one after the other, each on a connection that it keeps as long as the server lets it. */
export interface KeepAliveLoad {
  /** The texts of the answers with 200, each once. */
  readonly answers: ReadonlySet<string>
  /** What became of every other request. */
  readonly failures: readonly string[]
  /** Resolves when so many more requests have come to an end. */
  more(count: number): Promise<void>
  /** Resolves when the last answers have come. */
  stop(): Promise<void>
}

export function startKeepAliveLoad(
  url: string,
  request: Omit<Dispatcher.RequestOptions, 'origin'>,
  clients = 8,
): KeepAliveLoad {
  const pool = new Pool(url, { connections: clients, pipelining: 1 })
  const answers = new Set<string>()
  const failures: string[] = []
  const ends = new EventEmitter()
  const stopping = new AbortController()

  async function ask(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const { statusCode, body } = await pool.request(request)
        const text = await body.text()
        if (statusCode !== 200) throw new Error(`${statusCode} ${text}`)
        answers.add(text)
      } catch (error) {
        failures.push(String(error))
      }
      ends.emit('end')
    }
  }
  const asking = Array.from({ length: clients }, ask)
  return {
    answers,
    failures,
    async more(count) {
      for (let ended = 0; ended < count; ended += 1) await once(ends, 'end')
    },
    async stop() {
      stopping.abort()
      await Promise.all(asking)
      await pool.close()
    },
  }
}

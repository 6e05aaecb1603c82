import type { Client } from '../fleet/client.ts'

/** One attempt of a request. Times are those of `performance.now()`. */
export interface SentRequest {
  readonly kind: 'read' | 'write'
  readonly sentAt: number
  readonly endedAt: number
  /** Undefined for a success. */
  readonly error: string | undefined
}

/** Keeps what became of each request. */
export class Requests {
  readonly all: SentRequest[] = []
  readonly #inFlight = new Set<number>()

  get inFlight(): number {
    return this.#inFlight.size
  }

  /** When the oldest request was sent that has no response yet. */
  get oldestSentAt(): number {
    return Math.min(...this.#inFlight)
  }

  /** Sends one, and keeps what became of it. */
  async send(kind: SentRequest['kind'], client: Client, ...request: Parameters<Client['send']>) {
    const sentAt = performance.now()
    this.#inFlight.add(sentAt)
    let error: string | undefined
    try {
      return await client.send(...request)
    } catch (thrown) {
      error = textOf(thrown as Error)
      throw thrown
    } finally {
      this.#inFlight.delete(sentAt)
      this.all.push({ kind, sentAt, endedAt: performance.now(), error })
    }
  }
}

function textOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}

import type { Caller } from '@takeoff/kit/security/auth'
import { AppError } from '@takeoff/kit/values/errors'

/** Work under way for a client, such as a request to a subgraph. */
interface Cancellable {
  /** Has no effect after its end. */
  cancel(): void
}

/**
 * The client of a request. What is under way for it is cancelled when it disconnects before its response is complete.
 *
 * Not an `AbortSignal`: in Node 24 an object that listens to one stays in memory until a full garbage collection. That was 4 kB
 * for each request, and eight times as many full collections.
 */
export class RequestClient {
  readonly #underWay: Cancellable[] = []
  #isDisconnected = false

  /** It has disconnected before its response was complete. */
  get isDisconnected(): boolean {
    return this.#isDisconnected
  }

  cancelOnDisconnect(work: Cancellable): void {
    if (this.#isDisconnected) work.cancel()
    else this.#underWay.push(work)
  }

  disconnect(): void {
    this.#isDisconnected = true
    for (const work of this.#underWay.splice(0)) work.cancel()
  }
}

/** The caller and the client that a request is from. */
export interface Sender {
  /** The caller of the verified token; undefined where tokens are not checked. */
  readonly caller: Caller | undefined
  readonly client: RequestClient
}

/** The clients of equal requests as one: it has disconnected when all of them have. */
export class ClientGroup extends RequestClient {
  #connected = 0

  add(client: RequestClient): void {
    this.#connected += 1
    client.cancelOnDisconnect({
      cancel: () => {
        this.#connected -= 1
        if (this.#connected === 0) this.disconnect()
      },
    })
  }
}

/** The client has disconnected, so nothing was begun for it. It does not see this error. */
export class ClientDisconnectedError extends AppError {
  override readonly code = 'CLIENT_CLOSED_REQUEST'

  constructor() {
    super('The client has closed the connection.')
  }
}

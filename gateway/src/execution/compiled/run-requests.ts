import type { JsonObject } from '@takeoff/kit/values/json'
import type { PlannedRequest } from './requests.ts'
import type { SendToSubgraph, SubgraphReply } from './subgraph-call.ts'

/** The steps of one execution for each of its requests. */
export interface Work<Sent> {
  /** The request's body, and the context for its response; undefined when there is nothing to request. */
  prepare(request: PlannedRequest): Prepared<Sent> | undefined
  receive(request: PlannedRequest, sent: Sent, reply: SubgraphReply): Promise<void> | void
  /** No further request is sent, and no response is read. */
  readonly isOver: boolean
}

export interface Prepared<Sent> {
  readonly body: string
  readonly sent: Sent
}

/**
 * Sends the requests of a plan, each as soon as the requests that it depends on have their responses.
 * @returns when the last one is done, or the run has ended
 */
export function runRequests<Sent>(
  requests: readonly PlannedRequest[],
  work: Work<Sent>,
  send: SendToSubgraph,
): Promise<void> {
  if (requests.length === 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    new Running({ requests, work, send, resolve, reject }).start()
  })
}

interface RunOptions<Sent> {
  readonly requests: readonly PlannedRequest[]
  readonly work: Work<Sent>
  readonly send: SendToSubgraph
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

class Running<Sent> {
  readonly #options: RunOptions<Sent>
  /** The number of unfinished dependencies of each request. */
  readonly #missing: number[]
  #open: number

  constructor(options: RunOptions<Sent>) {
    this.#options = options
    this.#missing = options.requests.map(({ after }) => after.length)
    this.#open = options.requests.length
  }

  start(): void {
    for (const request of this.#options.requests)
      if (request.after.length === 0) this.#begin(request)
  }

  #begin(request: PlannedRequest): void {
    const { work, send, resolve, reject } = this.#options
    if (work.isOver) return resolve()
    try {
      const prepared = work.prepare(request)
      if (prepared === undefined) return this.#done(request)
      send({ subgraph: request.subgraph, body: prepared.body })
        .then((reply) => this.#receive(request, prepared.sent, reply))
        .catch(reject)
    } catch (error) {
      reject(error)
    }
  }

  #receive(request: PlannedRequest, sent: Sent, reply: SubgraphReply): Promise<void> | undefined {
    const { work, resolve } = this.#options
    if (work.isOver) {
      resolve()
      return undefined
    }
    const receiving = work.receive(request, sent, reply)
    if (receiving instanceof Promise) return receiving.then(() => this.#done(request))
    this.#done(request)
    return undefined
  }

  #done({ number }: PlannedRequest): void {
    const { requests, work, resolve } = this.#options
    this.#open -= 1
    if (this.#open === 0 || work.isOver) return resolve()
    for (const request of requests) {
      if (!request.after.includes(number)) continue
      const missing = (this.#missing[request.number] ?? 0) - 1
      this.#missing[request.number] = missing
      if (missing === 0) this.#begin(request)
    }
  }
}

/** Members of a JSON object, without its braces: the variables of a request, as the client sent them. */
export function variablesText(names: readonly string[], variables: JsonObject): string {
  let members = ''
  for (const name of names) {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    if (value === undefined) continue
    members += `${members && ','}"${name}":${JSON.stringify(value)}`
  }
  return members
}

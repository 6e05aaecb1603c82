import type { SharedDevEnv } from '../dev-env.ts'
import type { Scene } from '../scene.ts'
import { wholeOperation } from '../whole-operation.ts'

/** A request as an integrator sends it by mistake. */
export interface MistakenRequest {
  /** `/graphql` by default; an absolute URL replaces the address of the gateway. */
  readonly path?: string
  /** POST by default. */
  readonly method?: string
  /** A token with every scope by default; null sends none. */
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Where mistakes are made. */
export interface Stage {
  readonly devEnv: SharedDevEnv
  readonly scene: Scene
  /** Another organization. */
  readonly other: Scene
  /** A request that must succeed before the mistake is made, and its data. */
  readonly prepare: (request: MistakenRequest) => Promise<Record<string, unknown>>
}

/** What is refused, and the error that the integrator receives. */
export interface Mistake {
  /** What the integrator does. */
  readonly what: string
  readonly request: (stage: Stage) => MistakenRequest | Promise<MistakenRequest>
  readonly status: number
  /**
   * Of the error. Where the request succeeds: `warning` when `extensions.warnings` has the message, `data` when the data
   * has it, beside the part of the input that was refused.
   */
  readonly code: string
  readonly argument?: string
  /** The whole message; each `…` is a part that depends on the data, such as an id. */
  readonly message: string
}

type Variables = Readonly<Record<string, unknown>>

/** An operation with all its arguments and fields. */
export const call = (name: string, variables: Variables = {}): MistakenRequest =>
  send({ query: wholeOperation(name), variables })

/** A query as it is written. */
export const query = (text: string, variables: Variables = {}): MistakenRequest =>
  send({ query: text, variables })

/** A JSON body. */
export const send = (body: object): MistakenRequest => ({ body: JSON.stringify(body) })

export const get = (path: string): MistakenRequest => ({ path, method: 'GET' })

import type { Scene } from '../scene.ts'

export type Variables = Readonly<Record<string, unknown>>

/** A call with another organization's ids in its arguments, and the expected result. */
export interface Intrusion {
  readonly what: string
  readonly variables: (own: Scene, victim: Scene) => Variables
  /** An error code, or the data of the response. */
  readonly expected: { readonly code: string } | ((own: Scene) => unknown)
}

/** The valid call of an operation, and its misuses. */
export interface Operation {
  readonly variables: (own: Scene) => Variables
  readonly intrusions: readonly Intrusion[]
}

export const CONFLICT = { code: 'CONFLICT' }
export const FORBIDDEN = { code: 'FORBIDDEN' }
export const NOT_FOUND = { code: 'NOT_FOUND' }
export const BAD_USER_INPUT = { code: 'BAD_USER_INPUT' }
export const NOTHING = (): null => null
export const NONE = (): unknown[] => []
export const NO_NODES = (): unknown => ({ nodes: [] })

/** An operation whose only misuse is the valid call of the other organization. */
export function withForeignIds(
  what: string,
  variables: (scene: Scene) => Variables,
  expected: Intrusion['expected'],
): Operation {
  return {
    variables,
    intrusions: [{ what, variables: (_own, victim) => variables(victim), expected }],
  }
}

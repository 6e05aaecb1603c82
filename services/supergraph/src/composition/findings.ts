/** A finding of the composition, ready to print. */
export interface Finding {
  readonly code: string
  readonly message: string
}

/** Constructs that compose, and that @apollo/query-planner 2.14.4 makes wrong plans for. */
export const PLANNER_BUGS = [
  'NON_RESOLVABLE_KEY',
  'INTERFACE_OBJECT_WITHOUT_OBJECTS',
  'REQUIRES_CLIENT_ARGUMENTS',
  'REQUIRES_OTHER_ARGUMENTS',
] as const

export type PlannerBug = Finding & { readonly code: (typeof PLANNER_BUGS)[number] }

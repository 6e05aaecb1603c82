import { Supergraph } from '@apollo/federation-internals'
import { interfaceObjectsWithoutObjects } from './interface-objects.ts'
import { nonResolvableKeys } from './non-resolvable-keys.ts'
import type { PlannerBug } from '../findings.ts'
import { requiredArguments } from './required-arguments.ts'

/** Reads the subgraphs from the supergraph, as the planner does: that decides which key counts as the first one. */
export function findPlannerBugs(supergraphSdl: string): PlannerBug[] {
  // A feature that gateways here do not support does not concern these constructs.
  const supergraph = Supergraph.build(supergraphSdl, { supportedFeatures: null })
  return [
    ...nonResolvableKeys(supergraph),
    ...interfaceObjectsWithoutObjects(supergraph),
    ...requiredArguments(supergraph),
  ]
}

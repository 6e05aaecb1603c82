import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import { createOperationPlanner } from './operation-planner.ts'
import type { OperationPlanner } from './operation-planner.ts'
import type { PlanReply, PlanRequest } from './planning-protocol.ts'

/** The supergraph that is served, and the next one while it is warmed. */
const SUPERGRAPHS_MAX = 2

const planners = new LRUCache<string, OperationPlanner>({ max: SUPERGRAPHS_MAX })
const reply = (message: PlanReply): void => parentPort?.postMessage(message)

lowerPriority()
parentPort?.on('message', (request: PlanRequest) => {
  const { id } = request
  try {
    reply({ id, kind: 'done', plan: plan(request) })
  } catch (error) {
    const code = error instanceof GraphQLError ? error.extensions['code'] : undefined
    const message = error instanceof Error ? error.message : String(error)
    reply({ id, kind: 'failed', message, code })
  }
})

/** Requests of known operations take precedence where both share a core. Only Linux has a priority for each thread. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return
  const thread = Number(path.basename(readlinkSync('/proc/thread-self')))
  setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
}

function plan({ id, supergraphSdl, operation }: PlanRequest): ReturnType<OperationPlanner> {
  let planner = planners.get(supergraphSdl)
  if (planner === undefined) {
    planner = createOperationPlanner(supergraphSdl)
    planners.set(supergraphSdl, planner)
  }
  if (operation === undefined) return { kind: 'QueryPlan' }
  reply({ id, kind: 'planning', cpu: process.threadCpuUsage() })
  return planner(operation)
}

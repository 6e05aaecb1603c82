import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import { documentErrors } from '../../documents/document-errors.ts'
import { createOperationPlanner } from './operation-planner.ts'
import type { OperationPlanner } from './operation-planner.ts'
import type { TaskReply, TaskRequest, TaskResult } from './planning-protocol.ts'
import { errorMessage } from '@takeoff/kit/values/caught'

/** The supergraph that is served, and the next one while it is warmed. */
const SUPERGRAPHS_MAX = 2

const planners = new LRUCache<string, OperationPlanner>({ max: SUPERGRAPHS_MAX })
const reply = (message: TaskReply): void => parentPort?.postMessage(message)

lowerPriority()
parentPort?.on('message', (request: TaskRequest) => {
  const { id } = request
  try {
    reply({ id, kind: 'done', result: run(request) })
  } catch (error) {
    const code = error instanceof GraphQLError ? error.extensions['code'] : undefined
    const message = errorMessage(error)
    reply({ id, kind: 'failed', message, code })
  }
})

/** Requests of known operations take precedence where both share a core. Only Linux has a priority for each thread. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return
  const thread = Number(path.basename(readlinkSync('/proc/thread-self')))
  setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
}

function run({ id, supergraphSdl, task }: TaskRequest): TaskResult | undefined {
  let planner = planners.get(supergraphSdl)
  if (planner === undefined) {
    planner = createOperationPlanner(supergraphSdl)
    planners.set(supergraphSdl, planner)
  }
  if (task === undefined) return undefined
  reply({ id, kind: 'begun', cpu: process.threadCpuUsage() })
  if (task.kind === 'plan') return planner.plan(task.operation)
  return documentErrors(task.document, planner.schema, task.limits)
}

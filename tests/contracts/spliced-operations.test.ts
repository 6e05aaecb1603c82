import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { CompilingGateway } from '../../gateway/src/execution/compiling-gateway.ts'
import type { SubgraphReply } from '../../gateway/src/execution/compiled/subgraph-call.ts'
import { createOperationPlanner } from '../../gateway/src/execution/planning/operation-planner.ts'
import { clientContext, documentOf } from '../../gateway/src/execution/testing/load-gateway.ts'
import { operationNames, wholeOperation } from '../e2e/support/whole-operation.ts'

let gateway: CompilingGateway
/** Counts the reads of bodies; only splicing reads them. */
let bodyReads = 0

const reply: SubgraphReply = {
  get body() {
    bodyReads += 1
    return undefined
  },
  read: () => ({ data: null }),
}

beforeAll(() => {
  const supergraph = new URL('../../gateway/supergraph.graphql', import.meta.url)
  const supergraphSdl = readFileSync(supergraph, 'utf8')
  const { plan } = createOperationPlanner(supergraphSdl)
  gateway = new CompilingGateway({
    supergraphSdl,
    planning: { plan: (operation) => Promise.resolve(plan(operation)), waitMs: 60_000 },
    send: () => Promise.resolve(reply),
    buildService: () => ({ process: () => Promise.resolve({}) }),
  })
})

it.each(operationNames)('the response of %s is copied from the subgraphs', async (name) => {
  const ready = await gateway.prepare(documentOf(wholeOperation(name)))
  if (ready === undefined) throw new Error('only the stock executor can execute it')
  const before = bodyReads
  await gateway.splice(ready, {}, clientContext())
  expect(bodyReads).toBeGreaterThan(before)
})

import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { CompilingGateway } from '../../gateway/src/execution/compiling-gateway.ts'
import type { SubgraphReply } from '../../gateway/src/execution/compiled/fetch.ts'
import type { RequestContext } from '../../gateway/src/execution/request-context.ts'
import { documentOf } from '../../gateway/src/execution/testing/load-gateway.ts'
import { operationNames, wholeOperation } from '../e2e/support/whole-operation.ts'

let gateway: CompilingGateway
/** How often bodies were looked at, which only those do who write answers as text. */
let looks = 0

const reply: SubgraphReply = {
  get body() {
    looks += 1
    return undefined
  },
  read: () => ({ data: null }),
}

beforeAll(async () => {
  const supergraph = new URL('../../gateway/supergraph.graphql', import.meta.url)
  const config = {
    supergraphSdl: readFileSync(supergraph, 'utf8'),
    buildService: () => ({ process: () => Promise.resolve({}) }),
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  }
  gateway = new CompilingGateway(config, () => Promise.resolve(reply))
  await gateway.load()
})

it.each(operationNames)('%s is answered with the text of the subgraphs', async (name) => {
  const ready = gateway.find(documentOf(wholeOperation(name)))
  if (ready === undefined) throw new Error('only the stock executor knows it')
  const before = looks
  await gateway.write(ready, {}, {} as RequestContext)
  expect(looks).toBeGreaterThan(before)
})

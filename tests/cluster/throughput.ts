import { cpuBetween, readCpu } from '../bench/cpu.ts'
import { measure } from '../bench/load.ts'
import { machineLine } from '../support/machine.ts'
import type { Target } from '../bench/request-times.ts'
import { prepareScene } from '../bench/scene.ts'
import { say } from '../fleet/say.ts'
import { startCluster } from './cluster.ts'
import type { Cluster } from './cluster.ts'
import { runClusterProgram } from './run-cluster-program.ts'

const PROCESSES = [1, 2, 4]
const SECONDS = 15
const CONNECTIONS = 16

/** `npm run bench:processes`: what a cluster with 1, 2 and 4 processes of each service serves, without faults. */
await runClusterProgram(async (programs, stopping) => {
  say(`${machineLine()}, ${CONNECTIONS} connections, ${SECONDS} s each`)
  for (const processes of PROCESSES) {
    await using cluster = await startCluster(programs, { isSynchronous: true, processes, say })
    say(`${processes} of each:`)
    await Promise.race([measureCluster(cluster), stopping])
  }
})

async function measureCluster({ url, databases, issuer }: Cluster): Promise<void> {
  const scene = await prepareScene({
    graphqlUrl: url,
    databases,
    mintToken: (request) => issuer.mintToken(request),
  })
  await report('the list query, 60 items', scene.read)
  await report('an order of 60 lines, PDF and CSV', scene.create)
}

async function report(name: string, target: Target): Promise<void> {
  const before = readCpu({})
  const begunAt = performance.now()
  const load = { ...target, connections: CONNECTIONS, seconds: SECONDS }
  const { perSecond, p50Ms, p99Ms } = await measure(load)
  const seconds = (performance.now() - begunAt) / 1000
  const { others: busySeconds = 0 } = cpuBetween(before, readCpu({}))
  const figures = `${perSecond.toFixed(0)} /s, p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`
  say(`  ${name}: ${figures}, ${(busySeconds / seconds).toFixed(1)} cores busy`)
}

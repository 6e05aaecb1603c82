import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { startDevEnv } from '@takeoff/dev-env/dev-env'
import { findFreePort } from '@takeoff/dev-env/free-ports'
import { startBareServer } from './bare-server.ts'
import { measureLongList } from './long-list.ts'
import type { StepCost } from './long-list.ts'
import { measureRendering } from './rendering.ts'
import { measure } from './load.ts'
import type { Measured } from './load.ts'
import { prepareScene } from './scene.ts'

const SECONDS = 10
const CONNECTIONS = 16
const SHORT = 50
const LONG = 5000

/** `npm run bench`: the main operations, each beside a limit measured in the same run. */
const home = await mkdtemp(path.join(tmpdir(), 'takeoff-bench-'))
try {
  await using devEnv = await startDevEnv({
    home,
    port: await findFreePort(),
    throwaway: true,
    log: () => undefined,
  })
  console.log(
    `${cpus()[0]?.model ?? 'unknown CPU'}, ${availableParallelism()} cores, Node ${process.version}`,
  )
  console.log(
    `commit ${commit()}, carrier ${devEnv.carrier}, ${CONNECTIONS} connections, ${SECONDS} s each\n`,
  )

  const scene = await prepareScene(devEnv)
  const read = { ...scene.read, connections: CONNECTIONS, seconds: SECONDS }
  const list = await measure(read)
  await using bare = await startBareServer(scene.readAnswer)
  const limit = await measure({ ...read, url: bare.url })
  report(
    'full list query, 60 items, 2 orders with documents',
    list,
    'bare Node server, same bytes',
    limit,
  )

  const create = await measure({ ...scene.create, connections: 4, seconds: SECONDS })
  const rendering = await measureRendering(scene.model, SECONDS)
  report('order document create, 60 lines, PDF and CSV', create, 'PDF rendering alone', rendering)

  const short = await measureLongList(devEnv, SHORT)
  reportGrowth(short, await measureLongList(devEnv, LONG))
} finally {
  await rm(home, { recursive: true, force: true })
}

function report(what: string, ours: Measured, limitName: string, limit: Measured): void {
  line(what, ours)
  line(limitName, limit)
  console.log(`  ratio ${(ours.perSecond / limit.perSecond).toFixed(3)} of the limit\n`)
}

/** A growth of 1 is linear in the number of items; less is better. */
function reportGrowth(short: readonly StepCost[], long: readonly StepCost[]): void {
  console.log(`a list of ${SHORT} and of ${LONG} items, one request at a time`)
  for (const [index, { step, ms, sqlStatements }] of short.entries()) {
    const longer = long[index]
    if (longer === undefined) continue
    const growth = longer.ms / ms / (LONG / SHORT)
    console.log(
      `  ${step.padEnd(24)}${ms.toFixed(1).padStart(8)} ms ${String(sqlStatements).padStart(3)} statements` +
        `${longer.ms.toFixed(1).padStart(10)} ms ${String(longer.sqlStatements).padStart(3)} statements   growth ${growth.toFixed(3)}`,
    )
  }
}

function line(name: string, { perSecond, p50Ms, p99Ms }: Measured): void {
  const figures = `${perSecond.toFixed(1).padStart(9)} /s   p50 ${p50Ms.toFixed(1)} ms   p99 ${p99Ms.toFixed(1)} ms`
  console.log(`${name.padEnd(52)}${figures}`)
}

function commit(): string {
  return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
}

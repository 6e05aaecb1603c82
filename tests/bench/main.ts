import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { startDevEnv } from '@takeoff/dev-env/dev-env'
import { findFreePort } from '@takeoff/dev-env/free-ports'
import { startBareServer } from './bare-server.ts'
import { measureRendering } from './rendering.ts'
import { measure } from './load.ts'
import type { Measured } from './load.ts'
import { prepareScene } from './scene.ts'

const SECONDS = 10
const CONNECTIONS = 16

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
} finally {
  await rm(home, { recursive: true, force: true })
}

function report(what: string, ours: Measured, limitName: string, limit: Measured): void {
  line(what, ours)
  line(limitName, limit)
  console.log(`  ratio ${(ours.perSecond / limit.perSecond).toFixed(3)} of the limit\n`)
}

function line(name: string, { perSecond, p50Ms, p99Ms }: Measured): void {
  const figures = `${perSecond.toFixed(1).padStart(9)} /s   p50 ${p50Ms.toFixed(1)} ms   p99 ${p99Ms.toFixed(1)} ms`
  console.log(`${name.padEnd(52)}${figures}`)
}

function commit(): string {
  return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
}

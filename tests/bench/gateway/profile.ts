import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Durations } from '../durations.ts'
import { ours } from './gateways.ts'
import { ENCODINGS, loadOf, responseOf } from './measure.ts'
import type { Measured } from './measure.ts'
import type { Operation } from './operations.ts'
import type { Stage } from './stage.ts'

/** For each operation and encoding, a fresh process of our gateway profiles itself when it is warm. */
export async function profileOperations(
  stage: Stage,
  operations: readonly Operation[],
  { durations, profiles }: { readonly durations: Durations; readonly profiles: string },
): Promise<void> {
  await mkdir(profiles, { recursive: true })
  for (const operation of operations)
    for (const encoding of ENCODINGS) {
      const name = encoding === 'gzip' ? `${operation.name}-gzip` : operation.name
      const file = path.resolve(profiles, `gateway-${name}.cpuprofile`)
      const perSecond = await profile(stage, { operation, encoding, durations, file })
      console.log(`${name}: ${perSecond.toFixed(0)} /s while profiled into ${file}`)
    }
}

interface Profiled extends Omit<Measured, 'gateway'> {
  readonly durations: Durations
  readonly file: string
}

/** Requests per second. */
async function profile(
  stage: Stage,
  { operation, encoding, durations, file }: Profiled,
): Promise<number> {
  await using gateway = await ours.start(stage, ['--import', profilerInto(file)])
  const measured = { gateway, operation, encoding }
  for (const body of operation.bodies) await responseOf(gateway, body, encoding)
  await stage.load.call('run', loadOf(measured, durations.warmUpSeconds))
  process.kill(gateway.pid, 'SIGUSR2')
  // The profiler takes time to start, and the process does not respond meanwhile.
  await responseOf(gateway, operation.bodies[0] ?? '', encoding)
  const { requests, seconds } = await stage.load.call('run', loadOf(measured, durations.seconds))
  process.kill(gateway.pid, 'SIGUSR2')
  return requests / seconds
}

function profilerInto(file: string): string {
  const url = pathToFileURL(path.join(import.meta.dirname, 'profiler-process.ts'))
  url.searchParams.set('file', file)
  return url.href
}

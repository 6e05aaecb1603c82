import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Durations } from '../durations.ts'
import { ours } from './gateways.ts'
import { answerOf } from './measure.ts'
import type { Operation } from './operations.ts'
import type { Stage } from './stage.ts'

/** A fresh process of ours for each operation leaves a profile of what it does when it is warm. */
export async function profileOperations(
  stage: Stage,
  operations: readonly Operation[],
  { durations, profiles }: { readonly durations: Durations; readonly profiles: string },
): Promise<void> {
  await mkdir(profiles, { recursive: true })
  for (const { name, bodies } of operations) {
    const file = path.resolve(profiles, `gateway-${name}.cpuprofile`)
    await using gateway = await ours.start(stage, ['--import', profilerInto(file)])
    for (const body of bodies) await answerOf(gateway, body)
    const { url, headers, pid } = gateway
    const load = { url, headers, bodies }
    await stage.load.ask('run', { ...load, seconds: durations.warmUpSeconds })
    process.kill(pid, 'SIGUSR2')
    // The profiler takes a while to begin, and nothing is answered meanwhile.
    await answerOf(gateway, bodies[0] ?? '')
    const { requests, seconds } = await stage.load.ask('run', {
      ...load,
      seconds: durations.seconds,
    })
    process.kill(pid, 'SIGUSR2')
    console.log(`${name}: ${(requests / seconds).toFixed(0)} /s while profiled into ${file}`)
  }
}

function profilerInto(file: string): string {
  const url = pathToFileURL(path.join(import.meta.dirname, 'profiler-process.ts'))
  url.searchParams.set('file', file)
  return url.href
}

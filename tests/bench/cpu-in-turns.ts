import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { shareOf } from './share-of.ts'
import { stackCpuSeconds } from './stack-cpu.ts'

/** A stack, and the request that is measured in it. */
export interface Contender {
  readonly devEnv: DevEnv
  readonly send: () => Promise<unknown>
}

export interface Turns {
  /** Requests of each contender before the first turn. */
  readonly warmUp: number
  readonly turns: number
  /** Requests of each contender in a turn. */
  readonly requests: number
}

/** Medians of all turns. */
export interface CpuOfRequest {
  /** CPU milliseconds of a request, over all processes of the stack and PostgreSQL. */
  readonly ms: number
  /** The ratio to the first contender's request of the same turn. */
  readonly ofFirst: number
}

/** The contenders take turns, so that all of them have the same machine. */
export async function cpuInTurns(
  contenders: readonly Contender[],
  { warmUp, turns, requests }: Turns,
): Promise<CpuOfRequest[]> {
  const samples = contenders.map((): number[] => [])
  for (const { send } of contenders) await repeat(warmUp, send)
  for (let turn = 0; turn < turns; turn += 1)
    for (const [index, contender] of contenders.entries())
      samples[index]?.push(await cpuOf(contender, requests))
  const [first = []] = samples
  return samples.map((own) => ({
    ms: shareOf(own, 0.5),
    ofFirst: shareOf(
      own.map((ms, turn) => ms / (first[turn] ?? NaN)),
      0.5,
    ),
  }))
}

async function cpuOf({ devEnv, send }: Contender, requests: number): Promise<number> {
  const before = await stackCpuSeconds(devEnv)
  await repeat(requests, send)
  return (((await stackCpuSeconds(devEnv)) - before) * 1000) / requests
}

async function repeat(times: number, send: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < times; index += 1) await send()
}

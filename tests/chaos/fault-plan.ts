import type { ProcessName } from '@takeoff/dev-env/service-name'

/** The relay of what is produced here, and who takes events in and delivers. */
const relay: ProcessName = 'production-lists'
const workers: readonly ProcessName[] = ['webhooks', 'webhooks-2']

/** How much goes wrong while `seconds` pass. */
export interface FaultScale {
  readonly seconds: number
  /** SIGKILL of a relay or a worker. */
  readonly kills: number
  readonly postgresStops: number
  readonly brokerKills: number
  readonly freezeSeconds: number
  readonly alarmSeconds: number
  readonly outageSeconds: number
}

export interface Kill {
  readonly kind: 'kill'
  readonly target: ProcessName
  /** It serves for so long before, on a machine as slow as it may be; else it would never get anything done. */
  readonly lifeSeconds: number
}

export type Fault = { readonly atSeconds: number } & (
  | Kill
  | { readonly kind: 'postgres-stop' | 'broker-kill' }
  | { readonly kind: 'freeze'; readonly target: ProcessName; readonly forSeconds: number }
  | { readonly kind: 'memory-alarm' | 'outage'; readonly forSeconds: number }
)

/**
 * Random moments, each within its own part of the time, so that they come in every order and together but
 * not all at once. A frozen process is not killed: that would be its end, not its freeze.
 */
export function planFaults(scale: FaultScale, random: () => number): Fault[] {
  const moments = (count: number): number[] =>
    Array.from({ length: count }, (_, index) => ((index + random()) / count) * scale.seconds)
  const once = (forSeconds: number): { atSeconds: number; forSeconds: number } => ({
    atSeconds: random() * (scale.seconds - forSeconds),
    forSeconds,
  })
  const oneOf = <T>(values: readonly [T, ...T[]]): T =>
    values[Math.floor(random() * values.length)] ?? values[0]

  const frozen = oneOf(['webhooks', 'webhooks-2'] as const)
  const freeze: Fault = { kind: 'freeze', target: frozen, ...once(scale.freezeSeconds) }
  const kills = moments(scale.kills).map((atSeconds): Fault => {
    const passed = atSeconds - freeze.atSeconds
    const isFrozen = passed >= 0 && passed <= scale.freezeSeconds
    const victims = workers.filter((name) => !(isFrozen && name === frozen))
    return { kind: 'kill', target: oneOf([relay, ...victims]), lifeSeconds: random(), atSeconds }
  })
  const stops = moments(scale.postgresStops)
  const brokerKills = moments(scale.brokerKills)
  const faults: Fault[] = [
    freeze,
    ...kills,
    ...stops.map((atSeconds): Fault => ({ kind: 'postgres-stop', atSeconds })),
    ...brokerKills.map((atSeconds): Fault => ({ kind: 'broker-kill', atSeconds })),
    { kind: 'memory-alarm', ...once(scale.alarmSeconds) },
    { kind: 'outage', ...once(scale.outageSeconds) },
  ]
  return faults.toSorted((a, b) => a.atSeconds - b.atSeconds)
}

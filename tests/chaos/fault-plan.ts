import type { ProcessName } from '@takeoff/dev-env/service-name'

/** The target of a kill: a process of the stack, or the producers of the test. */
export type Victim = ProcessName | 'producers'

/** Producers with their own relay, the service whose relay publishes the events that they leave, and the webhook processes. */
const victims = ['producers', 'production-lists', 'webhooks', 'webhooks-2'] as const

/** The number and length of the faults within `seconds`. */
export interface FaultScale {
  readonly seconds: number
  /** Kills by SIGKILL, spread evenly over the victims. */
  readonly kills: number
  readonly postgresStops: number
  readonly brokerKills: number
  readonly freezeSeconds: number
  readonly alarmSeconds: number
  readonly outageSeconds: number
}

export interface Kill {
  readonly kind: 'kill'
  readonly target: Victim
  /** Minimum time that the process serves before the kill, so that it makes progress on a slow machine. */
  readonly lifeSeconds: number
}

export type Fault = { readonly atSeconds: number } & (
  | Kill
  | { readonly kind: 'postgres-stop' | 'broker-kill' }
  | { readonly kind: 'freeze'; readonly target: ProcessName; readonly forSeconds: number }
  | { readonly kind: 'memory-alarm' | 'outage'; readonly forSeconds: number }
)

/**
 * Random moments, each within its own part of the time, so that faults occur in every order and overlap, but
 * not all at once. A frozen process is not killed, because the kill would end its freeze.
 */
export function planFaults(scale: FaultScale, random: () => number): Fault[] {
  const moments = (count: number): number[] =>
    Array.from({ length: count }, (_, index) => ((index + random()) / count) * scale.seconds)
  const once = (forSeconds: number): { atSeconds: number; forSeconds: number } => ({
    atSeconds: random() * (scale.seconds - forSeconds),
    forSeconds,
  })
  const frozen = random() < 0.5 ? 'webhooks' : 'webhooks-2'
  const freeze: Fault = { kind: 'freeze', target: frozen, ...once(scale.freezeSeconds) }
  const turns = takeTurns(scale.kills, random)
  const kills = moments(scale.kills).map((atSeconds, index): Fault => {
    const passed = atSeconds - freeze.atSeconds
    const isFrozen = passed >= 0 && passed <= scale.freezeSeconds
    const inTurn = turns[index] ?? 'producers'
    const target = isFrozen && inTurn === frozen ? 'producers' : inTurn
    return { kind: 'kill', target, lifeSeconds: random(), atSeconds }
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

/** Rounds in which each victim has one turn, in random order. */
function takeTurns(count: number, random: () => number): Victim[] {
  const rounds = Array.from({ length: Math.ceil(count / victims.length) }, () =>
    victims
      .map((victim) => ({ victim, place: random() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ victim }) => victim),
  )
  return rounds.flat()
}

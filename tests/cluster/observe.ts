import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Receiver } from '../fleet/receiver.ts'
import type { Cluster } from './cluster.ts'
import type { Fault } from './fault.ts'
import type { ExpectedEvent, Load } from './load.ts'
import type { SentRequest } from './requests.ts'

const LOOK_MS = 50
/** For this long all must be well, before the next fault strikes. */
const CALM_MS = 1_500
const SLOWEST = 3
const CALM_LIMIT_MS = 120_000
/** An event is under way for a moment; a request, too. */
const UNDER_WAY_MS = 3_000
/** Requests that take longer count as interrupted where a fault names no bar. */
const READS_MS = 2_000
const WRITES_MS = 5_000

/** What a fault did to clients. Times are in ms. */
export interface Observation {
  readonly fault: Fault
  /** Longest time without a successful write, or read. */
  readonly writeGapMs: number
  readonly readGapMs: number
  /** From the moment that counts to the end of the last write, or read, that failed or took longer than its bar. */
  readonly writesMs: number
  readonly readsMs: number
  /** Longest delay of an event after the response to its write. */
  readonly eventsMs: number
  readonly failedWrites: number
  readonly failedReads: number
  /** Failed requests that were sent after the moment that counts. */
  readonly failedLater: number
  /** Processes of this machine that ran or waited for a core at its end: those of others slow everything down. */
  readonly machineLoad: number
  /** Errors of the failed requests, each once. */
  readonly errors: readonly string[]
  readonly notes: readonly string[]
  /** The slowest requests, in words. */
  readonly slowest: readonly string[]
  /** Why it could not strike, and whether clients were not served, or events did not arrive, within two minutes after it. */
  readonly problems: readonly string[]
  /** Which bars it broke, in words. */
  readonly broken: readonly string[]
}

/** The cluster under load. */
export interface Observed {
  readonly cluster: Cluster
  readonly load: Load
  readonly receiver: Receiver
  readonly random: () => number
}

/** Lets a fault strike, waits until all is well again, and tells what it did. */
export async function observe(fault: Fault, scene: Observed): Promise<Observation> {
  const { cluster, load, random } = scene
  const startedAt = performance.now()
  const first = { request: load.requests.all.length, event: load.events.length }
  let countsFrom = startedAt
  const problems: string[] = []
  const notes: string[] = []
  try {
    await fault.strike(cluster, {
      random,
      serves: () => void (countsFrom = performance.now()),
      note: (text) => void notes.push(text),
    })
  } catch (error) {
    problems.push(`it could not strike: ${(error as Error).message}`)
  }
  if (!(await becomesCalm(scene, first.event))) problems.push('clients did not recover')
  const requests = load.requests.all.slice(first.request)
  const events = load.events.slice(first.event)
  const span = { startedAt, endedAt: performance.now() }
  const failed = requests.filter(({ error }) => error !== undefined)
  const of = (kind: SentRequest['kind']): SentRequest[] =>
    requests.filter((request) => request.kind === kind)
  const { bars } = fault
  const observed = {
    writeGapMs: longestGap(of('write'), span),
    readGapMs: longestGap(of('read'), span),
    writesMs: interruption(of('write'), countsFrom, bars.writesMs ?? WRITES_MS),
    readsMs: interruption(of('read'), countsFrom, bars.readsMs ?? READS_MS),
    eventsMs: longestDelay(events, scene.receiver),
    failedWrites: failed.filter(({ kind }) => kind === 'write').length,
    failedReads: failed.filter(({ kind }) => kind === 'read').length,
    machineLoad: loadavg()[0] ?? 0,
    failedLater: failed.filter(({ sentAt }) => sentAt > countsFrom).length,
  }
  const errors = [...new Set(failed.map(({ error }) => shortened(error ?? '')))]
  const slowest = slowestOf(requests, countsFrom)
  const broken = brokenBars(fault, observed)
  return { fault, ...observed, errors, notes, slowest, problems, broken }
}

function brokenBars(
  { bars }: Fault,
  observed: Omit<Observation, 'fault' | 'errors' | 'notes' | 'slowest' | 'problems' | 'broken'>,
): string[] {
  const { failedWrites, failedReads, failedLater } = observed
  const broken: string[] = []
  for (const name of ['writesMs', 'readsMs', 'eventsMs'] as const) {
    const bar = bars[name]
    if (bar !== undefined && observed[name] > bar)
      broken.push(`${name.replace('Ms', '')}: ${Math.round(observed[name])} ms, not ${bar}`)
  }
  if (bars.failures === 'none' && failedWrites + failedReads > 0)
    broken.push(`${failedWrites + failedReads} requests failed, and none should`)
  if (bars.failures === 'sent before its end' && failedLater > 0)
    broken.push(`${failedLater} requests failed that were sent after its end`)
  return broken
}

/** Waits until clients are served, and events arrive. @returns false when that does not happen within two minutes */
export async function becomesCalm(scene: Observed, firstEvent: number): Promise<boolean> {
  const { load } = scene
  const until = performance.now() + CALM_LIMIT_MS
  let calmSince = performance.now()
  while (performance.now() < until) {
    await delay(LOOK_MS)
    const now = performance.now()
    if (!isCalm(scene, firstEvent, now)) calmSince = now
    const failedAt = load.requests.all.findLast(({ error }) => error !== undefined)?.endedAt ?? 0
    if (now - Math.max(calmSince, failedAt) > CALM_MS) return true
  }
  return false
}

function isCalm({ load, receiver }: Observed, firstEvent: number, now: number): boolean {
  const before = now - UNDER_WAY_MS
  if (load.requests.inFlight > 0 && load.requests.oldestSentAt < before) return false
  return load.events
    .slice(firstEvent)
    .every((event) => event.acknowledgedAt > before || arrivalOf(event, receiver) !== undefined)
}

function longestGap(
  requests: readonly SentRequest[],
  span: { readonly startedAt: number; readonly endedAt: number },
): number {
  const ends = requests.filter(({ error }) => error === undefined).map(({ endedAt }) => endedAt)
  const moments = [span.startedAt, ...ends.toSorted((a, b) => a - b), span.endedAt]
  return Math.max(...moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment)))
}

function interruption(requests: readonly SentRequest[], since: number, barMs: number): number {
  const interrupted = requests.filter(
    ({ error, sentAt, endedAt }) => error !== undefined || endedAt - sentAt > barMs,
  )
  return Math.max(0, ...interrupted.map(({ endedAt }) => endedAt - since))
}

function longestDelay(events: readonly ExpectedEvent[], receiver: Receiver): number {
  const delays = events.map(
    (event) => (arrivalOf(event, receiver) ?? Number.POSITIVE_INFINITY) - event.acknowledgedAt,
  )
  return Math.max(0, ...delays.filter(Number.isFinite))
}

function arrivalOf({ event, id, nth }: ExpectedEvent, receiver: Receiver): number | undefined {
  return receiver.arrivals(event, id)[nth - 1]
}

function slowestOf(requests: readonly SentRequest[], since: number): string[] {
  return requests
    .toSorted((a, b) => b.endedAt - b.sentAt - (a.endedAt - a.sentAt))
    .slice(0, SLOWEST)
    .map(
      ({ kind, sentAt, endedAt }) =>
        `${kind} of ${Math.round(endedAt - sentAt)} ms, sent at ${Math.round(sentAt - since)} ms`,
    )
}

function shortened(error: string): string {
  return error.replaceAll(/"requestId":"[^"]*"/g, '').slice(0, 200)
}

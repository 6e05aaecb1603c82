import { ok } from './responses.ts'
import type { Findings } from './findings.ts'
import type { Attempt, Endpoint, Receiver, Script } from './receiver.ts'
import type { SenderUnderTest, Subscription } from './sender-under-test.ts'

/** The quiet period for a sender that does not retry at all. */
const QUIET_WITHOUT_RETRIES_MS = 5_000
const SLACK_MS = 2_000

export interface LabOptions {
  readonly sender: SenderUnderTest
  readonly receiver: Receiver
  readonly findings: Findings
  /** Maximum wait for any one request. */
  readonly patienceMs: number
  /** The factor by which the sender's timeout is shortened for the run. */
  readonly timeScale: number
  /** The key of the payload that has the event type. */
  readonly typeKey: string
}

export interface StageOptions {
  /** A separate endpoint even if scenarios share one, because the scenario makes it unusable for others. */
  readonly alone?: boolean
  readonly eventTypes?: readonly string[]
  /** Gets the same events as that stage. */
  readonly beside?: Stage
}

/** A subscribed endpoint for the length of a scenario. */
export interface Stage {
  readonly endpoint: Endpoint
  readonly subscription: Subscription
  /** Newest first. */
  readonly secrets: readonly string[]
  /** The number of triggered messages, whether or not the endpoint should get them. */
  readonly triggered: number
  /** Requests since the stage was opened, without those of earlier scenarios. */
  readonly attempts: readonly Attempt[]
  respond(script: Script): void
  trigger(count: number, eventType?: string): Promise<void>
  rotateSecret(): Promise<void>
  /** Waits for this many attempts; false after the timeout. */
  arrived(count: number, timeoutMs: number): Promise<boolean>
  /** Lets work under way end on both sides. */
  pause(ms: number): Promise<void>
  close(): Promise<void>
}

export interface Lab extends LabOptions {
  readonly stages: readonly Stage[]
  /** Time from a failed attempt to the next one in the first scenario; undefined without retries. */
  firstGapMs: number | undefined
  /** Maximum wait for a first retry. */
  readonly retryWaitMs: number
  /** Time without a request after which no more requests are expected. */
  readonly quietMs: number
  stage(options?: StageOptions): Promise<Stage>
}

export function idOf(attempt: Attempt): string | undefined {
  const id = attempt.headers['webhook-id']
  return typeof id === 'string' ? id : undefined
}

export function createLab(options: LabOptions): Lab {
  const { sender, receiver, patienceMs } = options
  const stages: Stage[] = []
  let opened = 0
  let common: Subscribed | undefined

  const subscribe = async ({ eventTypes, beside }: StageOptions): Promise<Subscribed> => {
    const endpoint = receiver.open(`endpoint-${++opened}`)
    const subscription = await sender.subscribe(endpoint.url, {
      ...(eventTypes && { eventTypes }),
      ...(beside && { beside: beside.subscription }),
      firstRequest: () => firstRequest(endpoint, patienceMs),
    })
    return { endpoint, subscription, secrets: [subscription.secret ?? ''].filter(Boolean) }
  }
  const lab: Lab = {
    ...options,
    stages,
    firstGapMs: undefined,
    get retryWaitMs() {
      const { firstGapMs } = lab
      return firstGapMs === undefined ? patienceMs : Math.min(patienceMs, 4 * firstGapMs + SLACK_MS)
    },
    get quietMs() {
      const { firstGapMs = QUIET_WITHOUT_RETRIES_MS } = lab
      return Math.min(patienceMs, 2 * firstGapMs + 300)
    },
    async stage(stageOptions = {}) {
      const { alone = false, eventTypes, beside } = stageOptions
      const own = alone || sender.isolated === true || Boolean(eventTypes ?? beside)
      const subscribed = own
        ? await subscribe(stageOptions)
        : (common ??= await subscribe(stageOptions))
      const stage = openStage(lab, subscribed, { ...stageOptions, alone: own })
      stages.push(stage)
      return stage
    },
  }
  return lab
}

interface Subscribed {
  readonly endpoint: Endpoint
  readonly subscription: Subscription
  readonly secrets: string[]
}

type OpenStage = Stage & { triggered: number; readonly beside: Stage | undefined }

function openStage(lab: Lab, subscribed: Subscribed, options: StageOptions): Stage {
  const { endpoint, subscription, secrets } = subscribed
  const { sender } = lab
  const from = endpoint.attempts.length
  const earlier = new Set(endpoint.attempts.map(idOf))
  let until: number | undefined
  const isOurs = (attempt: Attempt): boolean => {
    const id = idOf(attempt)
    return id === undefined || !earlier.has(id)
  }
  const stage: OpenStage = {
    endpoint,
    subscription,
    secrets,
    triggered: 0,
    beside: options.beside,
    get attempts() {
      return endpoint.attempts.slice(from, until).filter(isOurs)
    },
    respond(script) {
      endpoint.script = (_nth, attempt) =>
        isOurs(attempt) ? script(stage.attempts.length - 1, attempt) : ok
    },
    async trigger(count, eventType) {
      stage.triggered += count
      for (const other of lab.stages as OpenStage[])
        if (other.beside === stage) other.triggered += count
      await sender.trigger(subscription, count, eventType)
    },
    async rotateSecret() {
      if (sender.rotateSecret !== undefined)
        secrets.unshift(await sender.rotateSecret(subscription))
    },
    async arrived(count, timeoutMs) {
      const enough = (): true | undefined => stage.attempts.length >= count || undefined
      return (await endpoint.until(enough, timeoutMs)) ?? false
    },
    async pause(ms) {
      await endpoint.until(() => undefined, ms)
    },
    async close() {
      until ??= endpoint.attempts.length
      endpoint.script = () => ok
      if (options.alone === true && sender.isolated !== true)
        await sender.unsubscribe?.(subscription)
    },
  }
  stage.respond(() => ok)
  return stage
}

async function firstRequest(endpoint: Endpoint, timeoutMs: number): Promise<Attempt> {
  const first = await endpoint.until(() => endpoint.attempts[0], timeoutMs)
  if (first === undefined) throw new Error(`no request arrived at ${endpoint.url}`)
  return first
}

/** The attempts of each message, in their order. */
export function seriesOf({ attempts, triggered }: Stage): Attempt[][] {
  // The attempts of a single message need no id.
  if (triggered === 1) return attempts.length === 0 ? [] : [[...attempts]]
  // Messages that share one id cannot be distinguished.
  const mixed = new Set(attempts.map(idOf)).size === 1
  const series = new Map<string | Attempt, Attempt[]>()
  for (const attempt of attempts) {
    const key = (mixed ? undefined : idOf(attempt)) ?? attempt
    series.set(key, [...(series.get(key) ?? []), attempt])
  }
  return [...series.values()]
}

/** Time from the end of the failed attempt to the arrival of the next. */
export function gapMs(failed: Attempt, next: Attempt): number {
  return next.at - (failed.respondedAt ?? failed.abandonedAt ?? failed.at)
}

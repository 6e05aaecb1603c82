import type { BareRelayMethods } from './bare-relay-process.ts'
import type { BareSenderMethods } from './bare-sender-process.ts'
import type { Watched } from '../cpu.ts'
import { startEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import type { Called } from '../methods.ts'
import type { SourceMethods } from './source-process.ts'
import type { Stage } from './stage.ts'
import { orgs, receiverUrl, subscribe } from './subscribe.ts'
import type { ReceiverPath } from './subscribe.ts'

/** WEBHOOKS_IN_FLIGHT's default, and the concurrency of the limits. */
export const UNDER_WAY = 512

export interface PipelineOptions {
  /** Names its databases. */
  readonly name: string
  /** Subscriptions of each organization. */
  readonly paths: readonly ReceiverPath[]
}

/** The whole pipeline between a commit and the receiver. */
export interface Pipeline extends AsyncDisposable {
  /** Commits the events. */
  readonly source: Called<SourceMethods>
  readonly watched: Watched
}

export interface OwnPipeline extends Pipeline {
  readonly engine: Engine
}

export interface OwnOptions extends PipelineOptions {
  /** Variables of the webhooks service. */
  readonly env?: Readonly<Record<string, string>>
}

/** Our pipeline, with its real parts. */
export async function startOurs(
  stage: Stage,
  { name, paths, env = {} }: OwnOptions,
): Promise<OwnPipeline> {
  await using stack = new AsyncDisposableStack()
  const { postgres, amqpUrl: eventsUrl, pids } = stage
  const engine = stack.use(await startEngine(stage, { database: `webhooks_${name}`, env }))
  for (const orgId of orgs) await subscribe(stage, engine, { orgId, paths })
  const databaseUrl = await postgres.createDatabase(`source_${name}`)
  const source = stack.use(await stage.start<SourceMethods>('source-process'))
  await source.call('open', { databaseUrl, eventsUrl })
  const opened = stack.move()
  return {
    engine,
    source,
    watched: { ...pids, source: source.pid, webhooks: engine.pid },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** The limit: outbox, broker and signed POST without any feature. */
export async function startBare(stage: Stage, { name, paths }: PipelineOptions): Promise<Pipeline> {
  await using stack = new AsyncDisposableStack()
  const { postgres, amqpUrl, pids } = stage
  const databaseUrl = await postgres.createDatabase(`bare_${name}`)
  const source = stack.use(await stage.start<SourceMethods>('source-process'))
  await source.call('open', { databaseUrl })
  const sender = stack.use(await stage.start<BareSenderMethods>('bare-sender-process'))
  const urls = Object.fromEntries(
    orgs.map((orgId) => [orgId, paths.map((path) => receiverUrl(stage, orgId, path))]),
  )
  const prefetch = Math.ceil(UNDER_WAY / paths.length)
  await sender.call('open', { amqpUrl, urls, prefetch })
  const relay = stack.use(await stage.start<BareRelayMethods>('bare-relay-process'))
  await relay.call('open', { databaseUrl, amqpUrl })
  const opened = stack.move()
  return {
    source,
    watched: { ...pids, source: source.pid, relay: relay.pid, sender: sender.pid },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

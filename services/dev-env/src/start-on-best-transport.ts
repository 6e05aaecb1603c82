import path from 'node:path'
import { repositoryRoot } from '@takeoff/bundles/programs'
import type { Transport } from './dev-details.ts'
import type { Infrastructure } from './infrastructure.ts'
import { httpTransportUrl, planServices } from './service-plans.ts'
import type { ExtraEnvironment } from './service-plans.ts'
import { startServices } from './stack-services.ts'
import type { StackServices } from './stack-services.ts'
import { errorMessage } from '@takeoff/kit/values/caught'

/** The running services, and the transport of their events. */
export interface Running<T> {
  readonly services: StackServices
  readonly transport: Transport
  /** EVENTS_URL of the services. */
  readonly eventsUrl: string
  /** The result of `load`. */
  readonly loaded: T
}

interface Start<T> extends Infrastructure {
  readonly home: string
  /** Variables in addition to those of a service. */
  readonly extra: ExtraEnvironment
  /** Token that the explorer sends. */
  readonly explorerToken: string
  /** Loads data into services that serve. It is repeated, so existing data must stay unchanged. */
  readonly load: () => Promise<T>
  readonly say: (line: string) => void
}

/**
 * Starts the services and loads their data while the broker still boots: events wait in the outboxes meanwhile.
 * A broker that does not come up must not fail the start: the http transport takes over.
 */
export async function startOnBestTransport<T>(
  stack: AsyncDisposableStack,
  start: Start<T>,
): Promise<Running<T>> {
  const { broker, load, say } = start
  if (broker !== undefined) {
    say(`Starting the services on RabbitMQ (${broker.kind})`)
    const services = stack.use(await startAll(start, broker.url))
    say('Loading the development data')
    // Both have settled before the services may be stopped.
    const [loading, ready] = await Promise.allSettled([load(), broker.ready])
    if (ready.status === 'fulfilled') {
      if (loading.status === 'rejected') throw loading.reason
      return { services, transport: 'amqp', eventsUrl: broker.url, loaded: loading.value }
    }
    say(errorMessage(ready.reason))
    await services[Symbol.asyncDispose]()
  }
  say(
    'WITHOUT RABBITMQ: events go over the http transport. For RabbitMQ install rabbitmq-server or Docker, or set AMQP_URL.',
  )
  const eventsUrl = httpTransportUrl(start)
  const services = stack.use(await startAll(start, eventsUrl))
  say('Loading the development data')
  return { services, transport: 'http', eventsUrl, loaded: await load() }
}

function startAll(start: Omit<Start<unknown>, 'load'>, eventsUrl: string): Promise<StackServices> {
  return startServices(planServices({ ...start, eventsUrl }), {
    directory: repositoryRoot,
    logs: path.join(start.home, 'logs'),
    say: start.say,
  })
}

import path from 'node:path'
import { repositoryRoot } from './config.ts'
import type { Carrier } from './dev-details.ts'
import type { Infrastructure } from './infrastructure.ts'
import { httpCarrierUrl, planServices } from './service-plans.ts'
import type { ExtraEnvironment } from './service-plans.ts'
import { startServices } from './stack-services.ts'
import type { StackServices } from './stack-services.ts'

/** The services as they run, and what carries their events. */
export interface Running {
  readonly services: StackServices
  readonly carrier: Carrier
  /** EVENTS_URL of the services. */
  readonly eventsUrl: string
}

interface Start extends Infrastructure {
  readonly home: string
  /** Variables on top of those a service gets anyway. */
  readonly extra: ExtraEnvironment
  /** Token that the explorer sends. */
  readonly explorerToken: string
  readonly say: (line: string) => void
}

/** A broker that does not come up must not keep anybody from working: the http carrier takes over. */
export async function startOnBestCarrier(
  stack: AsyncDisposableStack,
  start: Start,
): Promise<Running> {
  const { broker, say } = start
  if (broker !== undefined) {
    say(`Starting the services on RabbitMQ (${broker.kind})`)
    const services = stack.use(await startAll(start, broker.url))
    try {
      await broker.ready
      return { services, carrier: 'amqp', eventsUrl: broker.url }
    } catch (error) {
      say((error as Error).message)
      await services[Symbol.asyncDispose]()
    }
  }
  say(
    'WITHOUT RABBITMQ: events go over the http carrier. For RabbitMQ install rabbitmq-server or Docker, or set AMQP_URL.',
  )
  const eventsUrl = httpCarrierUrl(start)
  return { services: stack.use(await startAll(start, eventsUrl)), carrier: 'http', eventsUrl }
}

function startAll(start: Start, eventsUrl: string): Promise<StackServices> {
  return startServices(planServices({ ...start, eventsUrl }), {
    directory: repositoryRoot,
    logs: path.join(start.home, 'logs'),
    say: start.say,
  })
}

import { CommandFailedError } from '@takeoff/kit/service/command-line'
import { variables } from './config.ts'
import type { OperatorAddresses } from './operator-client.ts'
import { sendRequest } from './send-request.ts'

const REQUEST_TIMEOUT_MS = 5_000
/** An event is stuck after this time. */
const WAITING_SECONDS = 60

/** Committed events that a service has not yet published. */
export interface Outbox {
  readonly service: string
  /** 0 while the oldest is younger than a minute. */
  readonly waiting: number
  readonly oldestSeconds: number
  /** Why the state is unknown. */
  readonly error?: string
  /** The variable of the address, when it has no value: the outbox was not checked. */
  readonly unsetVariable?: string
}

/** Reads the outboxes of the services from their metrics. */
export function readOutboxes({
  productionListsUrl,
  orderDocumentsUrl,
}: OperatorAddresses): Promise<Outbox[]> {
  return Promise.all([
    readOutbox('production-lists', productionListsUrl, variables.productionListsUrl.name),
    readOutbox('order-documents', orderDocumentsUrl, variables.orderDocumentsUrl.name),
  ])
}

async function readOutbox(
  service: string,
  url: string | undefined,
  variable: string,
): Promise<Outbox> {
  const nothing = { service, waiting: 0, oldestSeconds: 0 }
  if (url === undefined) return { ...nothing, unsetVariable: variable }
  try {
    const metricsUrl = new URL('/metrics', url).href
    const { body } = await sendRequest(metricsUrl, { timeoutMs: REQUEST_TIMEOUT_MS })
    const waiting = gaugeOf(body, 'outbox_waiting_events')
    const oldestSeconds = gaugeOf(body, 'outbox_oldest_seconds')
    if (waiting === undefined || oldestSeconds === undefined) {
      return { ...nothing, error: `${metricsUrl} does not tell of an outbox.` }
    }
    return oldestSeconds < WAITING_SECONDS ? nothing : { service, waiting, oldestSeconds }
  } catch (error) {
    if (!(error instanceof CommandFailedError)) throw error
    return { ...nothing, error: error.message }
  }
}

/** Returns undefined for a metric that is missing or currently unknown. */
function gaugeOf(metrics: string, name: string): number | undefined {
  const [, text] = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(metrics) ?? []
  const value = Number(text)
  return Number.isNaN(value) ? undefined : value
}

import { findFreePort } from '@takeoff/kit/http/free-ports'
import { startClosedGateway } from './closed-gateway.ts'
import type { ClosedGateway } from './closed-gateway.ts'
import type { SharedDevEnv } from './dev-env.ts'

/**
 * A second order-documents on the database of the first, behind its own gateway. It renders one document at a
 * time and has no queue.
 */
export async function startCrowdedStack(
  devEnv: SharedDevEnv,
  env: Readonly<Record<string, string>>,
): Promise<ClosedGateway> {
  const port = await findFreePort()
  const gateway = {
    // As in the other stacks, because planning shares the cores with all other tests.
    PLANNING_TIMEOUT_MS: '10000',
    SUBGRAPH_URLS: JSON.stringify({
      'production-lists': `${devEnv.urls['production-lists']}/graphql`,
      'order-documents': `http://127.0.0.1:${port}/graphql`,
      webhooks: `${devEnv.urls.webhooks}/graphql`,
    }),
  }
  const orders = {
    ...environmentOfOrders(devEnv),
    PORT: String(port),
    RENDERING_THREADS: '1',
    RENDERING_QUEUE_MAX: '0',
  }
  return startClosedGateway(devEnv, { ...gateway, ...env }, orders)
}

function environmentOfOrders(devEnv: SharedDevEnv): Record<string, string> {
  return {
    DATABASE_URL: devEnv.databases['order-documents'],
    EVENTS_URL: devEnv.events.url,
    EVENTS_SECRET: devEnv.events.secret,
    SERVICE_SECRET: devEnv.serviceSecrets['order-documents'],
    PUBLIC_URL: devEnv.urls.gateway,
    PRODUCTION_LISTS_URL: `${devEnv.urls['production-lists']}/graphql`,
    PRODUCTION_LISTS_SECRET: devEnv.serviceSecrets['production-lists'],
    // Shared with the first service, which finishes documents that this one leaves.
    FILES_PATH: devEnv.files,
    FILES_SIGNING_SECRET: 'required though not used in this test',
    PROVIDERS_SECRET_KEY: Buffer.alloc(32).toString('base64'),
  }
}

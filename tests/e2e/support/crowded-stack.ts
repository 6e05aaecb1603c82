import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { bundleOf, repositoryRoot } from '@takeoff/bundles/programs'
import { compileCacheFolder } from '@takeoff/kit/build/compile-cache'
import { readBaseEnvironment } from '@takeoff/dev-env/config'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { startServices } from '@takeoff/dev-env/stack-services'
import type { SharedDevEnv } from './dev-env.ts'

export interface CrowdedStack extends AsyncDisposable {
  readonly graphqlUrl: string
}

/**
 * A second order-documents on the database of the first, behind its own gateway. It renders one document at a
 * time and has no queue.
 */
export async function startCrowdedStack(devEnv: SharedDevEnv): Promise<CrowdedStack> {
  await using stack = new AsyncDisposableStack()
  const { path: logs } = stack.use(await openTemporaryFolder('takeoff-crowded'))
  const ports = { orders: await findFreePort(), gateway: await findFreePort() }
  const home = path.dirname(devEnv.logs)
  const environment = {
    ...readBaseEnvironment(),
    AUTH_ISSUER: issuerOf(devEnv),
    NODE_COMPILE_CACHE: compileCacheFolder,
  }
  const plans = [
    {
      name: 'order-documents',
      entry: bundleOf('order-documents'),
      env: {
        ...environment,
        ...environmentOfOrders(devEnv, home),
        PORT: String(ports.orders),
        RENDERING_THREADS: '1',
        RENDERING_QUEUE_MAX: '0',
      },
    },
    {
      name: 'gateway',
      entry: bundleOf('gateway'),
      env: {
        ...environment,
        PORT: String(ports.gateway),
        // As in the other stacks, because planning shares the cores with all other tests.
        PLANNING_TIMEOUT_MS: '10000',
        SUBGRAPH_URLS: JSON.stringify({
          'production-lists': `${devEnv.urls['production-lists']}/graphql`,
          'order-documents': `http://127.0.0.1:${ports.orders}/graphql`,
          webhooks: `${devEnv.urls.webhooks}/graphql`,
        }),
        SUBGRAPH_SECRETS: JSON.stringify(devEnv.serviceSecrets),
      },
    },
  ]
  stack.use(await startServices(plans, { directory: repositoryRoot, logs, say: () => undefined }))
  const opened = stack.move()
  return {
    graphqlUrl: `http://127.0.0.1:${ports.gateway}/graphql`,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function environmentOfOrders(devEnv: SharedDevEnv, home: string): Record<string, string> {
  return {
    DATABASE_URL: devEnv.databases['order-documents'],
    EVENTS_URL: devEnv.events.url,
    EVENTS_SECRET: devEnv.events.secret,
    SERVICE_SECRET: devEnv.serviceSecrets['order-documents'],
    PUBLIC_URL: devEnv.urls.gateway,
    PRODUCTION_LISTS_URL: `${devEnv.urls['production-lists']}/graphql`,
    PRODUCTION_LISTS_SECRET: devEnv.serviceSecrets['production-lists'],
    // Shared with the first service, which finishes documents that this one leaves.
    FILES_PATH: path.join(home, 'files'),
    FILES_SIGNING_SECRET: 'required though not used in this test',
    PROVIDERS_SECRET_KEY: Buffer.alloc(32).toString('base64'),
  }
}

export function issuerOf({ details }: SharedDevEnv): string {
  const claims = details.tokens.reader.split('.')[1] ?? ''
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iss: string }).iss
}

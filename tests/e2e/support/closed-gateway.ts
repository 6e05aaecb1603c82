import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { bundleOf, repositoryRoot } from '@takeoff/bundles/programs'
import { compileCacheFolder } from '@takeoff/kit/build/compile-cache'
import { readBaseEnvironment } from '@takeoff/dev-env/config'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { startServices } from '@takeoff/dev-env/stack-services'
import type { SharedDevEnv } from './dev-env.ts'

type Environment = Readonly<Record<string, string>>

export interface ClosedGateway extends AsyncDisposable {
  /** URL of its `/graphql`. */
  readonly url: string
}

/**
 * A second gateway, with more restrictions than the first. It sends no requests to subgraphs unless it gets their addresses.
 * @param orders variables of an order-documents that starts and stops with it
 */
export async function startClosedGateway(
  devEnv: SharedDevEnv,
  env: Environment,
  orders?: Environment,
): Promise<ClosedGateway> {
  await using stack = new AsyncDisposableStack()
  const { path: logs } = stack.use(await openTemporaryFolder('takeoff-closed'))
  const port = await findFreePort()
  const planOf = (name: 'gateway' | 'order-documents', own: Environment) => ({
    name,
    entry: bundleOf(name),
    env: {
      ...readBaseEnvironment(),
      AUTH_ISSUER: devEnv.details.issuer.url,
      NODE_COMPILE_CACHE: compileCacheFolder,
      ...own,
    },
  })
  const gateway = planOf('gateway', {
    PORT: String(port),
    SUBGRAPH_SECRETS: JSON.stringify(devEnv.serviceSecrets),
    ...env,
  })
  const plans = orders === undefined ? [gateway] : [planOf('order-documents', orders), gateway]
  stack.use(await startServices(plans, { directory: repositoryRoot, logs, say: () => undefined }))
  const opened = stack.move()
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { bundleOf, repositoryRoot } from '@takeoff/bundles/programs'
import { compileCacheFolder } from '@takeoff/kit/build/compile-cache'
import { readBaseEnvironment } from '@takeoff/dev-env/config'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { startServices } from '@takeoff/dev-env/stack-services'
import { issuerOf } from './crowded-stack.ts'
import type { SharedDevEnv } from './dev-env.ts'

export interface ClosedGateway extends AsyncDisposable {
  /** URL of its `/graphql`. */
  readonly url: string
}

/** A second gateway, with more restrictions than the first. It sends no requests to subgraphs. */
export async function startClosedGateway(
  devEnv: SharedDevEnv,
  env: Readonly<Record<string, string>>,
): Promise<ClosedGateway> {
  await using stack = new AsyncDisposableStack()
  const { path: logs } = stack.use(await openTemporaryFolder('takeoff-closed'))
  const port = await findFreePort()
  const plan = {
    name: 'gateway',
    entry: bundleOf('gateway'),
    env: {
      ...readBaseEnvironment(),
      AUTH_ISSUER: issuerOf(devEnv),
      NODE_COMPILE_CACHE: compileCacheFolder,
      PORT: String(port),
      SUBGRAPH_SECRETS: JSON.stringify(devEnv.serviceSecrets),
      ...env,
    },
  }
  stack.use(await startServices([plan], { directory: repositoryRoot, logs, say: () => undefined }))
  const opened = stack.move()
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

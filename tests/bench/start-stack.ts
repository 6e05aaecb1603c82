import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { bundlePrograms } from '@takeoff/bundles/bundle-programs'
import { startDevEnv } from '@takeoff/dev-env/dev-env'
import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { WITHOUT_BUDGETS } from './without-budgets.ts'

/**
 * Starts a stack in a folder of its own, which is removed with it.
 * @param shared variables of the gateway and the subgraphs
 */
export async function startStack(shared: Readonly<Record<string, string>> = {}): Promise<DevEnv> {
  await bundlePrograms()
  await using stack = new AsyncDisposableStack()
  const { path: home } = stack.use(await openTemporaryFolder('takeoff-bench'))
  const devEnv = stack.use(
    await startDevEnv({
      home,
      port: await findFreePort(),
      throwaway: true,
      say: () => undefined,
      environment: {
        gateway: { ...WITHOUT_BUDGETS, ...shared },
        'production-lists': shared,
        'order-documents': shared,
        webhooks: shared,
      },
    }),
  )
  const opened = stack.move()
  return { ...devEnv, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

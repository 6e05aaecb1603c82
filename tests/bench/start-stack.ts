import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { bundlePrograms } from '@takeoff/bundles/bundle-programs'
import { startDevEnv } from '@takeoff/dev-env/dev-env'
import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { disposeAtSignal } from '../support/dispose-at-signal.ts'
import { WITHOUT_BUDGETS } from '../support/without-budgets.ts'

interface StackOptions {
  /** Variables of the gateway and the subgraphs. */
  readonly shared?: Readonly<Record<string, string>>
  /** Further variables of the webhook service. */
  readonly webhooks?: Readonly<Record<string, string>>
  readonly postgresSettings?: Readonly<Record<string, string>>
}

/** Starts a stack in a folder of its own, which is removed with it, also at Ctrl-C. */
export async function startStack({
  shared = {},
  webhooks = {},
  postgresSettings = {},
}: StackOptions = {}): Promise<DevEnv> {
  await bundlePrograms()
  await using stack = new AsyncDisposableStack()
  const { path: home } = stack.use(await disposeAtSignal(openTemporaryFolder('takeoff-bench')))
  const devEnv = stack.use(
    await disposeAtSignal(
      startDevEnv({
        home,
        port: await findFreePort(),
        throwaway: true,
        say: () => undefined,
        environment: {
          gateway: { ...WITHOUT_BUDGETS, ...shared },
          'production-lists': shared,
          'order-documents': shared,
          webhooks: { ...shared, ...webhooks },
        },
        postgresSettings,
      }),
    ),
  )
  const opened = stack.move()
  return { ...devEnv, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

import type { Logger } from '@takeoff/kit/service/logger'
import { createHttpProvider } from './http-provider.ts'
import { knownProviders } from './known-providers.ts'
import type { ProviderAddresses } from './provider-addresses.ts'
import type { OrderProvider, Providers } from '../domain/distribution/provider.ts'

/** Connects the known providers that have an address. */
export function createProviders(
  addresses: ProviderAddresses,
  { now, logger }: { readonly now: () => Date; readonly logger: Logger },
): Providers {
  const stack = new AsyncDisposableStack()
  const providers = new Map<string, OrderProvider>()
  for (const known of knownProviders) {
    const address = addresses[known.identifier]
    if (address === undefined) continue
    const settled = { ...known, settleMs: address.settleMs ?? known.settleMs }
    providers.set(
      known.identifier,
      stack.use(createHttpProvider(settled, { ...address, now, logger })),
    )
  }
  return {
    identifiers: [...providers.keys()],
    providerOf: (identifier) => providers.get(identifier),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

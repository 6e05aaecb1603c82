import { z } from 'zod'
import { findKnownProvider, knownProviders } from './known-providers.ts'

const TIMEOUT_MS = 20_000

const addressSchema = z.strictObject({
  /** Orders are posted to `{url}/orders`. */
  url: z.url({ protocol: /^https?$/ }),
  /** Timeout of a whole call, from the connection to the last byte. */
  timeoutMs: z.int().min(100).max(60_000).default(TIMEOUT_MS),
  /** Replaces the provider's default. */
  settleMs: z.int().min(1_000).optional(),
})

/** Identifier → address, of the providers that this installation uses. */
export const providerAddressesSchema = z
  .record(z.string(), addressSchema)
  .superRefine((addresses, context) => {
    for (const [identifier, { settleMs, timeoutMs }] of Object.entries(addresses)) {
      const known = findKnownProvider(identifier)
      if (known === undefined) {
        context.addIssue({ code: 'custom', path: [identifier], message: unknownProvider() })
      } else if ((settleMs ?? known.settleMs) <= timeoutMs) {
        const message = 'settleMs must be more than timeoutMs: an order may arrive until then'
        context.addIssue({ code: 'custom', path: [identifier], message })
      }
    }
  })

export type ProviderAddresses = z.infer<typeof providerAddressesSchema>

function unknownProvider(): string {
  return `is no known provider (${knownProviders.map(({ identifier }) => identifier).join(', ')})`
}

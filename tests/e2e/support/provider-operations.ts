import type { Operation } from './operations.ts'

/** The order systems of suppliers, which are the same for all organizations. */
export const providerOperations: Readonly<Record<string, Operation>> = {
  orderProviders: { variables: () => ({}), intrusions: [] },
}

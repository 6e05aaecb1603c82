import { knownProviders } from '../providers/known-providers.ts'
import type { QueryResolvers } from './generated.ts'

export const providerQuery = {
  orderProviders(_parent, _args, { providers }) {
    return knownProviders.map((known) => ({
      ...known,
      isConfigured: providers.providerOf(known.identifier) !== undefined,
    }))
  },
} satisfies QueryResolvers

import { requireScope } from '@takeoff/kit/security/auth'
import { knownProviders } from '../providers/known-providers.ts'
import type { QueryResolvers } from './generated.ts'

export const providerQuery = {
  orderProviders(_parent, _args, { caller, providers }) {
    requireScope(caller, 'orders:read')
    return knownProviders.map((known) => ({
      ...known,
      isConfigured: providers.providerOf(known.identifier) !== undefined,
    }))
  },
} satisfies QueryResolvers

import { requireScope } from '@takeoff/kit/security/auth'
import { readBrand } from '../brand/read-brand.ts'
import type { QueryResolvers } from './generated.ts'

export const brandQuery = {
  organizationBrand(_parent, { orgId }, context) {
    requireScope(context.caller, 'orders:read')
    return readBrand(context, orgId)
  },
} satisfies QueryResolvers

import { readBrand } from '../brand/read-brand.ts'
import type { QueryResolvers } from './generated.ts'

export const brandQuery = {
  organizationBrand(_parent, { orgId }, context) {
    return readBrand(context, orgId)
  },
} satisfies QueryResolvers

import { requireScope } from '@takeoff/kit/security/auth'
import { updateBrand } from '../brand/update-brand.ts'
import type { MutationResolvers } from './generated.ts'

export const brandMutation = {
  async organizationBrandUpdate(_parent, args, context) {
    requireScope(context.caller, 'orders:write')
    return { organizationBrand: await updateBrand(context, args) }
  },
} satisfies MutationResolvers

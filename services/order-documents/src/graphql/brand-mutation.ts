import { updateBrand } from '../brand/update-brand.ts'
import type { MutationResolvers } from './generated.ts'

export const brandMutation = {
  async organizationBrandUpdate(_parent, args, context) {
    return { organizationBrand: await updateBrand(context, args) }
  },
} satisfies MutationResolvers

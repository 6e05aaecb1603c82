import { archiveTemplate, restoreTemplate } from '../templates/archive-template.ts'
import { copyTemplate } from '../templates/copy-template.ts'
import { createTemplate } from '../templates/create-template.ts'
import { updateOrganizationDefaults } from '../templates/update-organization-defaults.ts'
import { updateTemplate } from '../templates/update-template.ts'
import { upsertProduct } from '../templates/upsert-product.ts'
import type { MutationResolvers } from './generated.ts'

export const templateMutation: Pick<
  MutationResolvers,
  | 'templateCreate'
  | 'templateUpdate'
  | 'templateCopy'
  | 'templateArchive'
  | 'templateRestore'
  | 'productUpsert'
  | 'organizationDefaultsUpdate'
> = {
  templateCreate: async (_parent, args, context) => ({
    template: await createTemplate(context, args),
  }),

  templateUpdate: async (_parent, args, context) => ({
    template: await updateTemplate(context, args),
  }),

  templateCopy: async (_parent, args, context) => ({ template: await copyTemplate(context, args) }),

  templateArchive: async (_parent, { id }, context) => ({
    template: await archiveTemplate(context, id),
  }),

  templateRestore: async (_parent, { id }, context) => ({
    template: await restoreTemplate(context, id),
  }),

  productUpsert: async (_parent, args, context) => ({
    product: await upsertProduct(context, args),
  }),

  organizationDefaultsUpdate: (_parent, args, context) => updateOrganizationDefaults(context, args),
}

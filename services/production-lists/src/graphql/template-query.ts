import { readMeasures } from '../templates/read-measures.ts'
import { readOrganizationDefaults } from '../templates/read-organization-defaults.ts'
import { readProducts } from '../templates/read-products.ts'
import { readTemplate, readTemplates } from '../templates/read-templates.ts'
import type { QueryResolvers } from './generated.ts'

export const templateQuery: Pick<
  QueryResolvers,
  'template' | 'templates' | 'products' | 'organizationDefaults' | 'measures'
> = {
  template: (_parent, { id }, context) => readTemplate(context, id),

  templates: (_parent, args, context) => readTemplates(context, args),

  products: (_parent, args, context) => readProducts(context, args),

  organizationDefaults: (_parent, { orgId }, context) => readOrganizationDefaults(context, orgId),

  measures: () => readMeasures(),
}

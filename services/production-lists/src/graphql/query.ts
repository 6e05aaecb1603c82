import { fieldNamesIn } from '@takeoff/kit/graphql/field-names'
import type { FieldNames } from '@takeoff/kit/graphql/field-names'
import type { GraphQLResolveInfo } from 'graphql'
import { readJobs } from '../jobs/read-jobs.ts'
import { previewMeasurementFile } from '../jobs/preview-measurement-file.ts'
import { compareVersions } from '../lists/compare-versions.ts'
import { findProductionLists } from '../lists/find-production-lists.ts'
import { previewList } from '../lists/preview-list.ts'
import { previewRecompute } from '../lists/preview-recompute.ts'
import { readNewestProductionList } from '../lists/read-newest-production-list.ts'
import { readRevisions } from '../lists/read-revisions.ts'
import { measureNames } from '../domain/templates/measure.ts'
import { previewPriceImport } from '../prices/import-prices.ts'
import { readPriceBook } from '../prices/read-price-book.ts'
import { readOrganizationDefaults } from '../templates/read-organization-defaults.ts'
import { readProducts } from '../templates/read-products.ts'
import { readTemplates } from '../templates/read-templates.ts'
import type { QueryResolvers } from './generated.ts'
import { listLoader } from './production-list.ts'
import { selects } from './selects.ts'

export const Query: QueryResolvers = {
  projectManagementProductionList: (_parent, args, context, info) =>
    readNewestProductionList(context, args, itemsIn(info, 'listItems')),

  projectManagementProductionListById: (_parent, { id }, { loaders }, info) =>
    listLoader(loaders, info).load(id),

  projectManagementProductionLists: (_parent, args, context, info) =>
    findProductionLists(context, args, itemsIn(info, 'nodes', 'listItems')),

  projectManagementProductionListPreview: (_parent, args, context) => previewList(context, args),

  projectManagementProductionListRevisions: (_parent, args, context) =>
    readRevisions(context, args),

  projectManagementProductionListDiff: (_parent, args, context) => compareVersions(context, args),

  projectManagementProductionListRecomputation: (_parent, args, context) =>
    previewRecompute(context, args),

  job: (_parent, { id }, { loaders }) => loaders.job.load(id),

  jobs: (_parent, args, context) => readJobs(context, args),

  measurementFilePreview: (_parent, args, context) => previewMeasurementFile(context, args),

  template: (_parent, { id }, { loaders }) => loaders.template.load(id),

  templates: (_parent, args, context) => readTemplates(context, args),

  products: (_parent, args, context) => readProducts(context, args),

  organizationDefaults: (_parent, { orgId }, context) => readOrganizationDefaults(context, orgId),

  measures: () => measureNames,

  priceBook: (_parent, args, context) => readPriceBook(context, args),

  priceBookImportPreview: (_parent, args, context) => previewPriceImport(context, args),
}

function itemsIn(info: GraphQLResolveInfo, ...path: readonly string[]): FieldNames | undefined {
  return selects(info, ...path) ? fieldNamesIn(info) : undefined
}

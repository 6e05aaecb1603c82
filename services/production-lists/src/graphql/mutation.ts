import { applyRecompute } from '../lists/apply-recompute.ts'
import { createProductionList } from '../lists/create-production-list.ts'
import { repriceProductionList } from '../lists/reprice-production-list.ts'
import { sellProductionList } from '../lists/sell-production-list.ts'
import { updateProductionList } from '../lists/update-production-list.ts'
import { importPrices } from '../prices/import-prices.ts'
import { importJobs } from '../jobs/import-jobs.ts'
import { importMeasurements } from '../jobs/import-measurements.ts'
import { importMeasurementFile } from '../jobs/import-measurement-file.ts'
import { upsertJob } from '../jobs/upsert-job.ts'
import { archiveTemplate, restoreTemplate } from '../templates/archive-template.ts'
import { copyTemplate } from '../templates/copy-template.ts'
import { createTemplate } from '../templates/create-template.ts'
import { updateOrganizationDefaults } from '../templates/update-organization-defaults.ts'
import { updateTemplate } from '../templates/update-template.ts'
import { upsertProduct } from '../templates/upsert-product.ts'
import type { MutationResolvers } from './generated.ts'

export const Mutation: MutationResolvers = {
  projectManagementProductionListCreate: (_parent, args, context) =>
    createProductionList(context, args),

  projectManagementProductionListUpdate: (_parent, args, context) =>
    updateProductionList(context, args),

  projectManagementProductionListMarkSold: (_parent, args, context) =>
    sellProductionList(context, args),

  projectManagementProductionListRecompute: (_parent, args, context) =>
    applyRecompute(context, args),

  projectManagementProductionListReprice: (_parent, args, context) =>
    repriceProductionList(context, args),

  jobUpsert: async (_parent, args, context) => ({ job: await upsertJob(context, args) }),

  jobMeasurementsImport: (_parent, args, context) => importMeasurements(context, args),

  jobMeasurementFileImport: (_parent, args, context) => importMeasurementFile(context, args),

  jobsImport: (_parent, args, context) => importJobs(context, args),

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

  priceBookImport: (_parent, args, context) => importPrices(context, args),
}

import { createInsertRows } from '@takeoff/kit/postgres/records'
import { statementsOf } from '@takeoff/kit/postgres/statement'
import type { Table } from '@takeoff/kit/postgres/tables'
import type { JobMeasurementSchema, JobSchema, SalesOpportunitySchema } from './jobs/job.ts'
import type { ListItemSchema, ProductionListSchema } from './lists/production-list.ts'
import type { ProductionListRevisionSchema } from './lists/revision.ts'
import type { MeasurementFileSchema } from './measurement-files/measurement-file.ts'
import type { PriceBookSchema, PriceSchema } from './prices/price.ts'
import type { ProductSchema } from './templates/product.ts'
import type {
  OrganizationDefaultSchema,
  TemplateLineSchema,
  TemplateSchema,
} from './templates/template.ts'
import type { VendorCopySchema, VendorReadingSchema } from './vendors/vendor-copy.ts'

/** The tables and views of the service, as statements name them. */
export interface Tables {
  readonly job: Table<typeof JobSchema>
  readonly jobMeasurement: Table<typeof JobMeasurementSchema>
  readonly jobSearch: Pick<Table<typeof JobSchema>, 'id' | 'orgId' | 'name' | 'externalIdentifier'>
  readonly listItem: Table<typeof ListItemSchema>
  readonly measurementFile: Table<typeof MeasurementFileSchema>
  readonly organizationDefault: Table<typeof OrganizationDefaultSchema>
  readonly price: Table<typeof PriceSchema>
  readonly priceBook: Table<typeof PriceBookSchema>
  readonly product: Table<typeof ProductSchema>
  readonly productSearch: Pick<
    Table<typeof ProductSchema>,
    'id' | 'orgId' | 'name' | 'displayName' | 'sku'
  >
  readonly productionList: Table<typeof ProductionListSchema>
  readonly productionListRevision: Table<typeof ProductionListRevisionSchema>
  readonly productionListSearch: Pick<
    Table<typeof ProductionListSchema>,
    'id' | 'orgId' | 'jobId' | 'name' | 'updatedAt'
  >
  readonly salesOpportunity: Table<typeof SalesOpportunitySchema>
  readonly template: Table<typeof TemplateSchema>
  readonly templateLine: Table<typeof TemplateLineSchema>
  readonly vendorCopy: Table<typeof VendorCopySchema>
  readonly vendorReading: Table<typeof VendorReadingSchema>
}

/** The keys of rows that the caller may see. */
export interface OwnIds {
  readonly ids: readonly number[]
  readonly orgIds: readonly number[]
}

export const statements = statementsOf<Tables>('production-lists')
export const { statement, plainStatement, statementFor } = statements
export const insertRows = createInsertRows<Tables>()

import { Erasure } from '@takeoff/kit/postgres/erasure'
import { FrozenOrganization } from '@takeoff/kit/postgres/frozen-organization'
import { IdempotencyKey } from '@takeoff/kit/postgres/idempotency'
import { OutboxMessage } from '@takeoff/kit/events/outbox'
import { Job, JobMeasurement, SalesOpportunity } from './jobs/job.ts'
import { ListItem, ProductionList } from './lists/production-list.ts'
import { MeasurementFile } from './measurement-files/measurement-file.ts'
import { ProductionListRevision } from './lists/revision.ts'
import { Price, PriceBook } from './prices/price.ts'
import { Product } from './templates/product.ts'
import { OrganizationDefault, Template, TemplateLine } from './templates/template.ts'
import { VendorCopy, VendorReading } from './vendors/vendor-copy.ts'

/** Every table of the service's database. */
export const entities = [
  Job,
  SalesOpportunity,
  JobMeasurement,
  MeasurementFile,
  Product,
  OrganizationDefault,
  Template,
  TemplateLine,
  ProductionList,
  ListItem,
  ProductionListRevision,
  PriceBook,
  Price,
  VendorCopy,
  VendorReading,
  OutboxMessage,
  IdempotencyKey,
  Erasure,
  FrozenOrganization,
]

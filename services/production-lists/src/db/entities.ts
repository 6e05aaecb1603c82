import { Job, JobMeasurement, SalesOpportunity } from './job.ts'
import { IdempotencyKey } from '@takeoff/kit/idempotency'
import { OutboxMessage } from '@takeoff/kit/outbox'
import { Price, PriceBook } from './price.ts'
import { Product } from './product.ts'
import { ListItem, ProductionList } from './production-list.ts'
import { ProductionListRevision } from './revision.ts'
import { OrganizationDefault, Template, TemplateLine } from './template.ts'

/** Every table of the service's database. */
export const entities = [
  Job,
  SalesOpportunity,
  JobMeasurement,
  Product,
  OrganizationDefault,
  Template,
  TemplateLine,
  ProductionList,
  ListItem,
  ProductionListRevision,
  PriceBook,
  Price,
  OutboxMessage,
  IdempotencyKey,
]

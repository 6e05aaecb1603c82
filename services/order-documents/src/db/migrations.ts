import { kitMigrations } from '@takeoff/kit/postgres/kit-migrations'
import { CreateOrders } from './migrations/0001-orders.ts'
import { CompleteOrders } from './migrations/0002-orders-in-full.ts'
import { Vendors } from './migrations/0003-vendors.ts'
import { Brands } from './migrations/0004-brands.ts'
import { CreateDistributionOrders } from './migrations/0005-distribution-orders.ts'
import { OrderReads } from './migrations/0006-order-reads.ts'
import { Credits } from './migrations/0007-credits.ts'
import { RowSecurity } from './migrations/0008-row-security.ts'
import { OrderEvents } from './migrations/0009-order-events.ts'
import { OrderWords } from './migrations/0010-order-words.ts'
import { OrderSearch } from './migrations/0011-order-search.ts'
import { VendorsByChange } from './migrations/0012-vendors-by-change.ts'
import { DistributionOrdersByAttention } from './migrations/0013-distribution-orders-by-attention.ts'
import { VendorCopies } from './migrations/0014-vendor-copies.ts'
import { AllVendorsByChange } from './migrations/0015-all-vendors-by-change.ts'
import { FreezableOrganizations } from './migrations/0016-freezable-organizations.ts'
import { TimeZones } from './migrations/0017-time-zones.ts'
import { DocumentTimeouts } from './migrations/0018-document-timeouts.ts'
import { DocumentOutages } from './migrations/0019-document-outages.ts'

/** In the order in which they run; a name or a migration that has run is never changed. */
export const migrations = [
  ...kitMigrations,
  { name: '0001-orders', class: CreateOrders },
  { name: '0002-orders-in-full', class: CompleteOrders },
  { name: '0003-vendors', class: Vendors },
  { name: '0004-brands', class: Brands },
  { name: '0005-distribution-orders', class: CreateDistributionOrders },
  { name: '0006-order-reads', class: OrderReads },
  { name: '0007-credits', class: Credits },
  { name: '0008-row-security', class: RowSecurity },
  { name: '0009-order-events', class: OrderEvents },
  { name: '0010-order-words', class: OrderWords },
  { name: '0011-order-search', class: OrderSearch },
  { name: '0012-vendors-by-change', class: VendorsByChange },
  { name: '0013-distribution-orders-by-attention', class: DistributionOrdersByAttention },
  { name: '0014-vendor-copies', class: VendorCopies },
  { name: '0015-all-vendors-by-change', class: AllVendorsByChange },
  { name: '0016-freezable-organizations', class: FreezableOrganizations },
  { name: '0017-time-zones', class: TimeZones },
  { name: '0018-document-timeouts', class: DocumentTimeouts },
  { name: '0019-document-outages', class: DocumentOutages },
]

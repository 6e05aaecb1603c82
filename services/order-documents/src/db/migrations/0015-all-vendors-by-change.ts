import { ConcurrentIndex } from '@takeoff/kit/postgres/concurrent-index'

/** The vendors of all organizations in the order of their changes. */
export class AllVendorsByChange extends ConcurrentIndex {
  protected override readonly index = 'vendor_updated_at_id_index'
  protected override readonly definition = 'on vendor (updated_at, id)'
}

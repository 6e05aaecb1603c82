import { ConcurrentIndex } from '@takeoff/kit/postgres/concurrent-index'

/** The vendors of an organization in the order of their changes. */
export class VendorsByChange extends ConcurrentIndex {
  protected override readonly index = 'vendor_org_id_updated_at_index'
  protected override readonly definition = 'on vendor (org_id, updated_at, id)'
}

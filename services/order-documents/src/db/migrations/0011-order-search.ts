import { Migration } from '@mikro-orm/migrations'
import { searchViewOf } from '@takeoff/kit/postgres/row-access'

/** The orders that a caller may see, for searches by words. */
export class OrderSearch extends Migration {
  override up(): void {
    this.addSql(
      searchViewOf('order', [
        'job_id',
        'production_list_id',
        'vendor_id',
        'state',
        'purchase_order_number',
        'external_identifier',
        'created_at',
        'updated_at',
      ]),
    )
  }
}

import { Migration } from '@mikro-orm/migrations'
import { workPoliciesOf } from '@takeoff/kit/postgres/row-access'

/** The route from which production-lists copies vendors reads those of all organizations. */
export class VendorCopies extends Migration {
  override up(): void {
    for (const statement of workPoliciesOf('vendor', ['vendor-copying'])) this.addSql(statement)
  }
}

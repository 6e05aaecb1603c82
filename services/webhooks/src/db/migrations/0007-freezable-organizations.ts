import { Migration } from '@mikro-orm/migrations'
import { freezableTablesSql } from '@takeoff/kit/postgres/frozen-organization'

/** An organization can be moved to another database: while it is, callers cannot change it. */
export class FreezableOrganizations extends Migration {
  override up(): void {
    this.addSql(freezableTablesSql)
  }
}

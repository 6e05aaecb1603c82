import { Migration } from '@mikro-orm/migrations'
import { rowSecurityOf } from '@takeoff/kit/postgres/row-access'

/** What this service knows of the vendors of order-documents, and how current that is. */
export class VendorCopies extends Migration {
  override up(): void {
    this.addSql(`create table vendor_copy (
      id int not null,
      org_id int not null,
      vendor_name text not null,
      archived_at timestamptz(3) null,
      updated_at timestamptz(3) not null,
      primary key (id)
    )`)
    this.addSql('create index vendor_copy_org_id_index on vendor_copy (org_id)')
    for (const statement of rowSecurityOf('vendor_copy', ['vendor-copying'])) this.addSql(statement)
    this.addSql(`create table vendor_reading (
      id int not null,
      begun_at timestamptz(3) not null,
      primary key (id)
    )`)
    this.addSql('alter table vendor_reading add constraint vendor_reading_id_check check (id = 1)')
  }
}

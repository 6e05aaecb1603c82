import { Migration } from '@mikro-orm/migrations'

/** Documents have the day of the organization's time zone. */
export class TimeZones extends Migration {
  override up(): void {
    this.addSql('alter table organization_profile add time_zone varchar(64) null')
  }
}

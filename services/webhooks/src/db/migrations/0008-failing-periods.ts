import { Migration } from '@mikro-orm/migrations'

/** A failing period of a webhook also ends without a success: when nothing is sent for a day, and nothing is retried. */
export class FailingPeriods extends Migration {
  override up(): void {
    this.addSql('alter table webhook add failing_until timestamptz(3) null')
  }
}

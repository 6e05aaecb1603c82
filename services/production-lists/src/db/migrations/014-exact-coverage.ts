import { Migration } from '@mikro-orm/migrations'

/** A coverage that follows from packages has more than the 5 decimals of `coverage`. */
export class ExactCoverage extends Migration {
  override up(): void {
    this.addSql('alter table list_item add exact_coverage numeric null')
  }
}

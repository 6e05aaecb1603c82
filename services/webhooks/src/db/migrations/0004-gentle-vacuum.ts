import { Migration } from '@mikro-orm/migrations'

/**
 * A vacuum without pauses takes a whole core for as long as it runs: beside a queue of 100,000 deliveries some
 * 50 ms every ten seconds, in which all others wait. With a pause of 1 ms it is over in a moment still.
 */
export class VacuumGently extends Migration {
  override up(): void {
    this.addSql(`alter table "delivery" set (autovacuum_vacuum_cost_delay = 1)`)
  }
}

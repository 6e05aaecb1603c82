import { Migration } from '@mikro-orm/migrations'

/**
 * A migration that changes rows of an existing table while requests read and write them, few at a time: each batch is a
 * transaction of its own, so a run that is killed continues after its last batch.
 */
export abstract class BatchedChange extends Migration {
  /**
   * A statement that changes at most a thousand rows which have not been changed yet, and returns one row for each:
   * `update job set b = a where id in (select id from job where b is null order by id limit 1000) returning 1`.
   */
  protected abstract readonly batch: string

  override isTransactional(): boolean {
    return false
  }

  override async up(): Promise<void> {
    let changed = await this.execute(this.batch)
    while (changed.length > 0) changed = await this.execute(this.batch)
  }
}

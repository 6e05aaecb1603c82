import { Migration } from '@mikro-orm/migrations'

/**
 * A migration that builds one index of an existing table while requests write to the table. It runs outside a
 * transaction; what a killed run has left is dropped and built again.
 */
export abstract class ConcurrentIndex extends Migration {
  /** The name of the index. */
  protected abstract readonly index: string
  /** Its table and columns: `on job (org_id, id)`. */
  protected abstract readonly definition: string

  override isTransactional(): boolean {
    return false
  }

  override async up(): Promise<void> {
    const rows = await this.execute(
      'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(?)',
      [this.index],
    )
    // Built by a run that was killed before it was recorded.
    if (rows[0] !== undefined && 'isValid' in rows[0] && rows[0].isValid === true) return
    if (rows.length > 0) this.addSql(`drop index concurrently ${this.index}`)
    this.addSql(`create index concurrently ${this.index} ${this.definition}`)
  }
}

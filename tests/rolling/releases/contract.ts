import path from 'node:path'
import { Migration } from '@mikro-orm/migrations'
import { migrations } from './expand.ts'
import { serviceFolder, tableOf, UNUSED_COLUMN } from './tables.ts'

class DropColumn extends Migration {
  override up(): void {
    this.addSql(
      `alter table ${tableOf(path.basename(serviceFolder()))} drop column ${UNUSED_COLUMN}`,
    )
  }

  override down(): void {}
}

// The release after the next, loaded before the program of a service: it drops what no version uses any more.
migrations.push({ name: '9004-contract-rolling-column', class: DropColumn })

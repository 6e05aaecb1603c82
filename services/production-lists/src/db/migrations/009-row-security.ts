import { Migration } from '@mikro-orm/migrations'
import { rowSecurityOf, searchViewOf } from '@takeoff/kit/postgres/row-access'

const TABLES = [
  'job',
  'job_measurement',
  'list_item',
  'organization_default',
  'price',
  'price_book',
  'product',
  'production_list',
  'production_list_revision',
  'sales_opportunity',
  'template',
  'template_line',
]

/** The tables with an index of words, and the columns that searches read. */
const SEARCHED = {
  job: ['name', 'external_identifier'],
  product: ['name', 'display_name', 'sku'],
  production_list: ['job_id', 'name', 'updated_at'],
}

/** A statement that forgets the organization finds no rows of others. */
export class RowSecurity extends Migration {
  override up(): void {
    for (const table of TABLES) {
      for (const statement of rowSecurityOf(table)) this.addSql(statement)
    }
    for (const [table, columns] of Object.entries(SEARCHED)) {
      this.addSql(searchViewOf(table, columns))
    }
  }
}

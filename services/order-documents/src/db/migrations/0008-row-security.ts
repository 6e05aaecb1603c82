import { Migration } from '@mikro-orm/migrations'
import { rowSecurityOf, searchViewOf } from '@takeoff/kit/postgres/row-access'

/** The tables, and the background work that uses each. */
const TABLES = {
  distribution_order: ['distribution', 'document-finishing'],
  file_upload: ['document-finishing', 'upload-sweep'],
  order: ['distribution', 'document-finishing'],
  order_document: ['document-finishing', 'upload-sweep'],
  order_document_file: ['document-finishing', 'file-download'],
  order_list_item: ['distribution', 'document-finishing'],
  organization_profile: ['document-finishing'],
  vendor: ['distribution', 'document-finishing'],
  vendor_connection: ['distribution'],
}

/** A statement that forgets the organization finds no rows of others. */
export class RowSecurity extends Migration {
  override up(): void {
    for (const [table, works] of Object.entries(TABLES)) {
      for (const statement of rowSecurityOf(table, works)) this.addSql(statement)
    }
    this.addSql(searchViewOf('vendor', ['vendor_name', 'contact_name', 'account_number']))
  }
}

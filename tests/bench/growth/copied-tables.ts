import type { DatabaseOwner } from '@takeoff/dev-env/service-plans'
import { WEBHOOKS } from './scale.ts'

/** A table whose rows of the seed are copied for each organization, or for each unit of work. */
export interface CopiedTable {
  readonly name: string
  readonly each: 'organization' | 'unit'
  /** Expressions in place of a column's value; `s` is the seed's row, `g` the organization or unit. */
  readonly columns?: Readonly<Record<string, string>>
  /** More copies of each row, in the `from` clause. */
  readonly times?: string
}

const numbered = (column: string): string => `s.${column} || '-' || g.number`
/** SQL: the id of a subscription; `slot` is its number in the organization. */
export const webhookId = (organization: string): string =>
  `(${FIRST_ID} + ${organization} * ${WEBHOOKS} + slot)`
export const SLOTS = `cross join generate_series(0, ${WEBHOOKS - 1}) slot`

/** The first id of generated rows: the API gives smaller ones. */
export const FIRST_ID = 1_000_000

/** In the order of their foreign keys. What is left out has few rows however large the database is. */
export const COPIED: Readonly<Record<DatabaseOwner, readonly CopiedTable[]>> = {
  'production-lists': [
    { name: 'vendor_copy', each: 'organization' },
    { name: 'product', each: 'organization' },
    { name: 'template', each: 'organization' },
    { name: 'template_line', each: 'organization' },
    { name: 'price_book', each: 'organization' },
    { name: 'price', each: 'organization' },
    { name: 'job', each: 'unit', columns: { name: numbered('name') } },
    { name: 'sales_opportunity', each: 'unit' },
    { name: 'job_measurement', each: 'unit' },
    {
      name: 'production_list',
      each: 'unit',
      columns: {
        name: numbered('name'),
        template_ids: `array[${FIRST_ID} + g.organization]`,
      },
    },
    { name: 'list_item', each: 'unit' },
    { name: 'production_list_revision', each: 'unit' },
  ],
  'order-documents': [
    { name: 'vendor', each: 'organization' },
    {
      name: 'order',
      each: 'unit',
      columns: { purchase_order_number: numbered('purchase_order_number') },
    },
    { name: 'order_document', each: 'unit' },
    {
      name: 'order_document_file',
      each: 'unit',
      columns: { storage_key: numbered('storage_key') },
    },
    { name: 'order_list_item', each: 'unit' },
    // Without a next attempt: generated orders must cause no requests to the provider.
    { name: 'distribution_order', each: 'unit', columns: { next_attempt_at: 'null' } },
  ],
  webhooks: [
    {
      name: 'webhook',
      each: 'organization',
      times: SLOTS,
      columns: {
        id: webhookId('g.number'),
        verification_code_hash: `md5(g.number || '-' || slot)`,
        // Nothing is sent to it.
        disabled_at: 'g.at',
      },
    },
    {
      name: 'audit_chain',
      each: 'organization',
      columns: { sequence: 'g.units * s.sequence' },
    },
    {
      name: 'audit_record',
      each: 'unit',
      columns: {
        sequence: '(g.nth - 1) * seed.count + s.sequence',
      },
    },
  ],
}

/** Columns that hold the integer id of a row of another table, in any database. */
export const REFERENCES: Readonly<Record<string, string>> = {
  job_id: 'job',
  list_id: 'production_list',
  production_list_id: 'production_list',
  measurement_id: 'job_measurement',
  list_item_id: 'list_item',
  vendor_id: 'vendor',
  template_id: 'template',
  template_line_id: 'template_line',
  product_id: 'product',
  price_id: 'price',
}

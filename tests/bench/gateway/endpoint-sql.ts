import type { FileLinks } from '@takeoff/order-documents/files/file-links'
import type { Pool } from 'pg'

/** PostgreSQL serialises the items, whose JSON is sent unchanged; parsed and planned once per connection. */
const LIST = {
  name: 'list',
  text: `
    select json_build_object(
        'id', l.id, 'name', l.name,
        'createdAt', to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'contractLaborTotal', l.contract_labor_total::float8,
        'contractMaterialSubtotal', l.contract_material_subtotal::float8,
        'contractMaterialTax', l.contract_material_tax::float8,
        'contractMaterialTotal', l.contract_material_total::float8,
        'contractOtherTotal', l.contract_other_total::float8,
        'contractPreDiscountPrice', l.contract_pre_discount_price::float8,
        'contractTotalCost', l.contract_total_cost::float8,
        'contractTotalPrice', l.contract_total_price::float8,
        'laborTotalCost', l.labor_total_cost::float8,
        'materialPretaxCost', l.material_pretax_cost::float8,
        'materialSalesTax', l.material_sales_tax::float8,
        'materialTotalCost', l.material_total_cost::float8,
        'otherTotalCost', l.other_total_cost::float8,
        'profitAmount', l.profit_amount::float8, 'profitMargin', l.profit_margin::float8,
        'totalCost', l.total_cost::float8, 'totalDiscount', l.total_discount::float8,
        'totalPrice', l.total_price::float8,
        'salesOpportunity', json_build_object(
          'orgId', l.org_id, 'job', json_build_object('id', j.id, 'name', j.name)),
        'listItems', coalesce((
          select json_agg(json_build_object(
            'id', i.id, 'name', i.name, 'calculatedQuantity', i.calculated_quantity::float8,
            'quantity', i.quantity::float8, 'quantityUnits', i.quantity_units,
            'measurement', i.measurement::float8, 'measurementUnits', i.measurement_units,
            'isManualMeasurement', i.manual_fields && array['measurement', 'quantity'],
            'listItemGroupName', i.group_name, 'color', i.color, 'notes', i.notes,
            'pretaxCost', i.pretax_cost::float8, 'taxPercent', i.tax_percent::float8,
            'totalCost', i.total_cost::float8, 'totalPrice', i.total_price::float8,
            'unitCost', i.unit_cost::float8, 'wasteFactor', i.waste_factor::float8,
            'tradeType', i.trade_type, 'type', i.type, 'SKU', i.sku, 'sortOrder', i.sort_order,
            'product', case when p.id is not null then json_build_object(
              'name', p.name, 'manufacturerUrl', p.manufacturer_url,
              'productType', p.product_type, 'displayName', p.display_name,
              'provider', case when p.provider_identifier is not null then
                json_build_object('name', p.provider_name) end) end
          ) order by i.sort_order)
          from list_item i
          left join product p on p.id = i.product_id and p.org_id is not distinct from i.org_id
          where i.list_id = l.id), '[]')) as list
    from production_list l join job j on j.id = l.job_id
    where l.id = $1 and l.org_id = any($2::int[])`,
}

const DOCUMENTS = {
  name: 'documents',
  text: `
    select o.id as "orderId", o.external_identifier as "externalIdentifier",
      o.purchase_order_number as "purchaseOrderNumber", o.created_at as "orderedAt",
      o.updated_at as "orderUpdatedAt", v.vendor_name as "vendorName",
      d.id, d.user_id as "userId", d.created_at as "createdAt", d.updated_at as "updatedAt", d.state,
      pdf.id as "pdfId", pdf.filename as "pdfFilename", pdf.content_type as "pdfContentType",
      pdf.byte_size as "pdfByteSize", pdf.checksum as "pdfChecksum",
      csv.id as "csvId", csv.filename as "csvFilename", csv.content_type as "csvContentType",
      csv.byte_size as "csvByteSize", csv.checksum as "csvChecksum"
    from "order" o
    join vendor v on v.id = o.vendor_id
    left join order_document d on d.order_id = o.id
    left join order_document_file pdf on pdf.order_document_id = d.id and pdf.kind = 'pdf'
    left join order_document_file csv on csv.order_document_id = d.id and csv.kind = 'csv'
    where o.production_list_id = $1 and o.org_id = any($2::int[])
    order by o.created_at, o.id, d.created_at, d.id`,
}

interface DocumentRow {
  readonly orderId: string
  readonly externalIdentifier: string | null
  readonly purchaseOrderNumber: string | null
  readonly orderedAt: Date
  readonly orderUpdatedAt: Date
  readonly vendorName: string
  /** Null for an order without a document, like all members below. */
  readonly id: string | null
  readonly userId: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly state: string
  readonly pdfId: string | null
  readonly pdfFilename: string
  readonly pdfContentType: string
  readonly pdfByteSize: number
  readonly pdfChecksum: string
  readonly csvId: string | null
  readonly csvFilename: string
  readonly csvContentType: string
  readonly csvByteSize: number
  readonly csvChecksum: string
}

export async function readList(pool: Pool, params: unknown[]): Promise<object | null> {
  const { rows } = await pool.query<{ readonly list: object }>({ ...LIST, values: params })
  return rows[0]?.list ?? null
}

/** The orders of a list, each with its documents. */
export async function readDocuments(
  pool: Pool,
  params: unknown[],
  links: FileLinks,
): Promise<object[]> {
  const { rows } = await pool.query<DocumentRow>({ ...DOCUMENTS, values: params })
  const orders = new Map<string, { readonly orderDocuments: object[] }>()
  for (const row of rows) {
    const order = orders.get(row.orderId) ?? { orderDocuments: [] }
    orders.set(row.orderId, order)
    if (row.id !== null) order.orderDocuments.push(documentOf(row, links))
  }
  return [...orders.values()]
}

function documentOf(row: DocumentRow, links: FileLinks): object {
  const { pdfId, csvId } = row
  return {
    id: row.id,
    userId: row.userId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    state: row.state,
    stateDeprecated: row.state,
    pdf: pdfId && {
      filename: row.pdfFilename,
      redirectUrl: links.redirectUrl(pdfId),
      url: links.signedUrl(pdfId),
      contentType: row.pdfContentType,
      byteSize: row.pdfByteSize,
      checksum: row.pdfChecksum,
    },
    csv: csvId && {
      filename: row.csvFilename,
      redirectUrl: links.redirectUrl(csvId),
      url: links.signedUrl(csvId),
      contentType: row.csvContentType,
      byteSize: row.csvByteSize,
      checksum: row.csvChecksum,
    },
    order: {
      id: row.orderId,
      externalIdentifier: row.externalIdentifier,
      purchaseOrderNumber: row.purchaseOrderNumber,
      createdAt: row.orderedAt,
      updatedAt: row.orderUpdatedAt,
      vendor: { vendorName: row.vendorName },
    },
  }
}

import { guardFormula } from '@takeoff/contracts/formula-guard'
import { Decimal } from 'decimal.js'
import type { Language } from '../../domain/documents/document-options.ts'
import type { OrderDocumentLine, OrderDocumentModel } from '../document-model.ts'
import { plainMoney, plainNumber } from '../words/decimal-text.ts'

export interface CsvColumn {
  readonly title: string
  /** The cell as it is written to the file, for a line and its number. */
  readonly cell: (line: OrderDocumentLine, model: OrderDocumentModel, number: number) => string
}

/**
 * The columns of an order's file, in their order. People read the default ones, in their language;
 * programs read the others, whose titles never change.
 */
export function csvColumnsOf(model: OrderDocumentModel): readonly CsvColumn[] {
  switch (model.csvPreset) {
    case 'default':
      return defaultColumns(model)
    case 'accounting':
      // Its columns are prices. A document without prices ignores a requested preset that has them.
      return model.mode === 'office' ? accountingColumns(model) : defaultColumns(model)
    case 'abc-supply':
      return abcSupplyColumns
    case 'srs':
      return srsColumns
    case 'qxo':
      return qxoColumns
  }
}

type Cell = CsvColumn['cell']

/** Text that no spreadsheet evaluates. */
const textCell = (text: string | null): string => guardFormula(text ?? '')

const name: Cell = (line) => textCell(line.name)
const sku: Cell = (line) => textCell(line.sku)
const color: Cell = (line) => textCell(line.color)
const quantity: Cell = (line) => plainNumber(line.quantity)
const unit: Cell = (line) => textCell(line.quantityUnits)
const lineNumber: Cell = (_line, _model, number) => String(number)
const purchaseOrderNumber: Cell = (_, { order }) => textCell(order.purchaseOrderNumber)

/** Prices are for the office only. */
function defaultColumns({ mode, language }: OrderDocumentModel): CsvColumn[] {
  const titles = defaultTitles[language]
  const columns: CsvColumn[] = [
    { title: titles.group, cell: (line) => textCell(line.listItemGroupName) },
    { title: mode === 'crew' ? titles.work : titles.description, cell: name },
    { title: titles.quantity, cell: quantity },
    { title: titles.unit, cell: unit },
    { title: titles.color, cell: color },
    { title: titles.sku, cell: sku },
    { title: titles.trade, cell: (line) => textCell(line.tradeType) },
    { title: titles.notes, cell: (line) => textCell(line.notes) },
  ]
  // Behind all others, because some programs read columns by their place.
  const last = { title: titles.line, cell: lineNumber }
  if (mode !== 'office') return [...columns, last]
  return [
    ...columns,
    { title: titles.unitCost, cell: (line) => plainMoney(line.unitCost) },
    { title: titles.pretaxCost, cell: (line) => plainMoney(line.pretaxCost) },
    { title: titles.taxPercent, cell: (line) => plainNumber(line.taxPercent) },
    { title: titles.totalCost, cell: (line) => plainMoney(line.totalCost) },
    last,
  ]
}

const english = {
  group: 'Group',
  description: 'Description',
  work: 'Work',
  quantity: 'Quantity',
  unit: 'Unit',
  color: 'Color',
  sku: 'SKU',
  trade: 'Trade',
  notes: 'Notes',
  unitCost: 'Unit cost',
  pretaxCost: 'Pretax cost',
  taxPercent: 'Tax percent',
  totalCost: 'Total cost',
  line: 'Line',
}

const defaultTitles: Readonly<Record<Language, typeof english>> = {
  en: english,
  es: {
    group: 'Grupo',
    description: 'Descripción',
    work: 'Trabajo',
    quantity: 'Cantidad',
    unit: 'Unidad',
    color: 'Color',
    sku: 'SKU',
    trade: 'Oficio',
    notes: 'Notas',
    unitCost: 'Costo unitario',
    pretaxCost: 'Costo sin impuestos',
    taxPercent: 'Porcentaje de impuesto',
    totalCost: 'Costo total',
    line: 'Línea',
  },
}

/** One bill line per row, with date and names in every row, because import programs read rows one by one. */
function accountingColumns({ order, organization }: OrderDocumentModel): CsvColumn[] {
  const timeZone = organization.timeZone ?? 'UTC'
  // `2026-11-21`: Swedish dates are those of ISO 8601.
  const date = order.createdAt.toLocaleDateString('sv-SE', { timeZone })
  return [
    { title: 'Date', cell: () => date },
    { title: 'PO Number', cell: purchaseOrderNumber },
    { title: 'Order ID', cell: () => order.id },
    { title: 'Vendor', cell: (_, { vendor }) => textCell(vendor.vendorName) },
    { title: 'Job', cell: (_, { job }) => textCell(job.name ?? `Job ${job.id}`) },
    { title: 'Item', cell: name },
    { title: 'SKU', cell: sku },
    { title: 'Quantity', cell: quantity },
    { title: 'Unit', cell: unit },
    { title: 'Unit Cost', cell: (line) => plainMoney(line.unitCost) },
    { title: 'Pretax', cell: (line) => plainMoney(line.pretaxCost) },
    {
      title: 'Tax',
      cell: (line) => plainMoney(new Decimal(line.totalCost).minus(line.pretaxCost).toFixed()),
    },
    { title: 'Total', cell: (line) => plainMoney(line.totalCost) },
    { title: 'Line', cell: lineNumber },
  ]
}

const abcSupplyColumns: readonly CsvColumn[] = [
  { title: 'PO Number', cell: purchaseOrderNumber },
  { title: 'Item Number', cell: sku },
  { title: 'Quantity', cell: quantity },
  { title: 'UOM', cell: unit },
  { title: 'Item Description', cell: name },
  { title: 'Color', cell: color },
]

const srsColumns: readonly CsvColumn[] = [
  { title: 'PO Number', cell: purchaseOrderNumber },
  { title: 'Item Code', cell: sku },
  { title: 'Item Description', cell: name },
  { title: 'Color', cell: color },
  { title: 'Order Quantity', cell: quantity },
  { title: 'UOM', cell: unit },
]

const qxoColumns: readonly CsvColumn[] = [
  { title: 'PO Number', cell: purchaseOrderNumber },
  { title: 'Item Number', cell: sku },
  { title: 'Quantity', cell: quantity },
  { title: 'Unit of Measure', cell: unit },
  { title: 'Color', cell: color },
  { title: 'Item Description', cell: name },
]

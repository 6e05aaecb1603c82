import { Decimal } from 'decimal.js'
import type { RenderingMode } from '../../domain/documents/rendering-mode.ts'
import type { OrderDocumentLine, OrderDocumentModel } from '../document-model.ts'

type Product = readonly [
  group: string,
  name: string,
  sku: string,
  color: string | null,
  units: string,
  quantity: string,
  unitCost: string,
]

const products: readonly Product[] = [
  [
    'Shingles',
    'Architectural shingles, 30 year',
    'GAF-HDZ-WW',
    'Weathered Wood',
    'BUNDLES',
    '76.00000',
    '36.50',
  ],
  ['Shingles', 'Starter strip shingles', 'GAF-PRO-ST', null, 'BUNDLES', '4', '42.10'],
  [
    'Shingles',
    'Hip and ridge cap shingles',
    'GAF-SEAL-WW',
    'Weathered Wood',
    'BUNDLES',
    '5',
    '58.75',
  ],
  [
    'Underlayment',
    'Synthetic underlayment, 10 square roll',
    'TIG-SYN-10',
    null,
    'ROLLS',
    '3',
    '84.00',
  ],
  ['Underlayment', 'Ice and water shield, 2 square roll', 'WG-IWS-2', null, 'ROLLS', '9', '71.25'],
  ['Flashing and metal', 'Drip edge, 10 ft', 'DE-10-WHT', 'White', 'PIECES', '31', '9.85'],
  [
    'Flashing and metal',
    'Step flashing, 4 in × 4 in × 8 in',
    'SF-448',
    'Mill',
    'PIECES',
    '62',
    '0.875',
  ],
  ['Flashing and metal', 'Valley metal, 24 in × 50 ft', 'VM-2450', 'Brown', 'ROLLS', '2', '118.40'],
  ['Ventilation', 'Ridge vent, 4 ft', 'RV-4', 'Black', 'PIECES', '20', '14.20'],
  ['Ventilation', 'Pipe boot, 1-1/2 in to 3 in', 'PB-3', 'Black', 'EACH', '3', '11.95'],
  [
    'Fasteners and accessories',
    'Coil roofing nails, 1-1/4 in',
    'NAIL-114',
    null,
    'BOXES',
    '4',
    '39.99',
  ],
  ['Fasteners and accessories', 'Roofing cement, 10 oz', 'RC-10', null, 'TUBES', '6', '5.49'],
]

const NOTE = 'Deliver to the rear of the property; do not block the garage.'

/** The `index`th line of a roof order; after a dozen the products repeat with a number. */
export function sampleLine(
  index: number,
  over: Partial<OrderDocumentLine> = {},
): OrderDocumentLine {
  const product = products[index % products.length]
  if (!product) throw new RangeError(`no sample line ${index}`)
  const [listItemGroupName, name, sku, color, quantityUnits, quantity, unitCost] = product
  const round = Math.floor(index / products.length)
  const pretaxCost = new Decimal(quantity).times(unitCost)
  return {
    name: round === 0 ? name : `${name} (${round + 1})`,
    listItemGroupName,
    sku,
    color,
    quantity,
    quantityUnits,
    notes: index % 7 === 4 ? NOTE : '',
    unitCost,
    pretaxCost: pretaxCost.toFixed(2),
    taxPercent: '7.25',
    totalCost: pretaxCost.times('1.0725').toFixed(2),
    tradeType: 'ROOF',
    ...over,
  }
}

/** A roof order of `lineCount` lines as an office would send it. */
export function sampleModel(
  lineCount: number,
  mode: RenderingMode = 'supplier',
  over: Partial<OrderDocumentModel> = {},
): OrderDocumentModel {
  const lines = Array.from({ length: lineCount }, (_, index) => sampleLine(index))
  const sum = (key: 'pretaxCost' | 'totalCost') =>
    lines.reduce((total, line) => total.plus(line[key]), new Decimal(0))
  return {
    id: '0199e0b4-7c1a-7e52-9a3c-5b1f0c2d4e6f',
    mode,
    kind: mode === 'crew' ? 'LABOR' : 'MATERIAL',
    language: 'en',
    paper: 'letter',
    csvPreset: 'default',
    organization: {
      name: 'Ridgeline Exteriors',
      addressLines: ['4820 Quarry Road, Suite 200', 'Boulder, CO 80301'],
      phone: '(303) 555-0142',
      email: 'orders@ridgeline-exteriors.example',
    },
    job: { id: 1, name: '1284 Maple Street, Hartmann residence' },
    list: { id: 1, name: 'Asphalt shingle roof' },
    vendor: { id: 1, vendorName: 'ABC Building Supply', addressLines: [] },
    order: {
      id: '0199e0b4-7c1a-7e52-9a3c-5b1f0c2d4e70',
      purchaseOrderNumber: '10045-22',
      externalIdentifier: 'CRM-88213',
      createdAt: new Date('2026-11-20T16:04:11.000Z'),
      delivery: null,
      cancelledAt: null,
      replacedBy: null,
      replaces: null,
      changes: null,
    },
    lines,
    totals: {
      pretaxCost: sum('pretaxCost').toFixed(2),
      tax: sum('totalCost').minus(sum('pretaxCost')).toFixed(2),
      totalCost: sum('totalCost').toFixed(2),
    },
    ...over,
  }
}

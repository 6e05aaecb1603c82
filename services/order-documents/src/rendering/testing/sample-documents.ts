import { deflateSync, crc32 } from 'node:zlib'
import type { RenderingMode } from '../../domain/documents/rendering-mode.ts'
import type { Language, Paper } from '../../domain/documents/document-options.ts'
import type { Delivery } from '../../domain/orders/delivery.ts'
import type { Logo } from '../../domain/brand/read-logo.ts'
import type { OrderDocumentLine, OrderDocumentModel } from '../document-model.ts'
import { sampleLine, sampleModel } from './sample-model.ts'

/** The kind of a sample; a change order is a copy for the office. */
export interface SampleDocument {
  readonly layout: RenderingMode | 'change'
  readonly language: Language
  readonly paper: Paper
  readonly lineCount: number
}

/** Every layout in every language, on every paper, with so many lines. */
export function sampleDocuments(...lineCounts: readonly number[]): SampleDocument[] {
  const documents: SampleDocument[] = []
  for (const layout of ['supplier', 'office', 'crew', 'change'] as const) {
    for (const language of ['en', 'es'] as const) {
      for (const paper of ['letter', 'a4'] as const) {
        for (const lineCount of lineCounts) documents.push({ layout, language, paper, lineCount })
      }
    }
  }
  return documents
}

/** An order as offices send it, with brand and delivery. */
export function plainDocument(sample: SampleDocument): OrderDocumentModel {
  return documentOf(sample, sample.layout === 'crew' ? laborLine : (index) => sampleLine(index))
}

/** The same with content that is hard to set: long words, empty texts, many scripts. */
export function hardDocument(sample: SampleDocument): OrderDocumentModel {
  const model = documentOf(sample, hardLine)
  const { delivery } = model.order
  return {
    ...model,
    organization: {
      ...model.organization,
      name: `${model.organization.name} & Söhne שלום ${'Donaudampfschifffahrt'.repeat(3)}`,
      accentColor: '#ffe14d',
      logo: logoOf(30, 300),
    },
    job: { id: 12, name: 'Calle Ñuñoa 12 🏠 بيت النجار (٣) — 屋顶工程'.repeat(3) },
    list: { id: 13, name: null },
    vendor: { ...model.vendor, vendorName: 'S'.repeat(90), email: `${'a'.repeat(64)}@b.example` },
    order: {
      ...model.order,
      purchaseOrderNumber: 'P'.repeat(80),
      externalIdentifier: null,
      delivery: delivery && {
        ...delivery,
        contact: null,
        placementNotes: 'Deje el material atrás. '.repeat(41),
        accessNotes: Array.from({ length: 40 }, (_, index) => `קוד ${index}: 1234#`).join('\n'),
      },
    },
  }
}

function documentOf(
  { layout, language, paper, lineCount }: SampleDocument,
  lineOf: (index: number) => OrderDocumentLine,
): OrderDocumentModel {
  const mode = layout === 'change' ? 'office' : layout
  const model = sampleModel(0, mode)
  const lines = Array.from({ length: lineCount }, (_, index) =>
    layout === 'change' && index % 3 === 2 ? credit(lineOf(index)) : lineOf(index),
  )
  const other = {
    id: '0199e0b4-7c1a-7e52-9a3c-5b1f0c2d4e11',
    purchaseOrderNumber: '10045-21',
    createdAt: new Date('2026-11-14T15:20:00.000Z'),
  }
  return {
    ...model,
    language,
    paper,
    organization: {
      ...model.organization,
      website: 'www.ridgeline-exteriors.example',
      logo: logoOf(208, 104),
    },
    vendor: { ...model.vendor, ...(layout === 'crew' ? crew : vendor) },
    order: {
      ...model.order,
      delivery: layout === 'change' ? null : delivery,
      changes: layout === 'change' ? other : null,
      replaces: layout === 'office' ? other : null,
    },
    lines,
    totals: totalsOf(lines),
  }
}

const vendor = {
  addressLines: ['1920 Depot Street', 'Denver, CO 80216'],
  phone: '(303) 555-0188',
  email: 'denver@abc-building.example',
  contactName: 'Dana Whitfield',
  accountNumber: '204418-3',
}

const crew = { vendorName: 'Ortega Roofing Crew', phone: '(303) 555-0119' }

const labor = [
  ['Tear-off', 'Tear off one layer of shingles', 'SQUARES', '24', ''],
  ['Tear-off', 'Haul away and dump', 'LOADS', '1', ''],
  ['Installation', 'Install architectural shingles', 'SQUARES', '26', ''],
  ['Installation', 'Install ridge vent', 'LINEAR_FEET', '80', 'Cut the deck back 2 in.'],
  ['Installation', 'Replace rotten decking', 'SHEETS', '3', 'Only what the foreman marks.'],
  ['Details', 'Flash chimney', 'EACH', '1', ''],
] as const

/** The `index`th line of a crew's work; they repeat after half a dozen. */
function laborLine(index: number): OrderDocumentLine {
  const work = labor[index % labor.length]
  if (!work) throw new RangeError(`no labor line ${index}`)
  const [listItemGroupName, name, quantityUnits, quantity, notes] = work
  return sampleLine(index, { listItemGroupName, name, quantityUnits, quantity, notes, color: null })
}

const delivery: Delivery = {
  date: '2026-11-24',
  window: '07:00-10:30',
  method: 'ROOF_TOP',
  shipTo: {
    name: 'Hartmann residence',
    lines: ['1284 Maple Street'],
    city: 'Boulder',
    region: 'CO',
    postalCode: '80302',
    country: null,
  },
  placementNotes: 'Shingles on the ridge, evenly spread; metal and accessories in the garage.',
  accessNotes: 'Gate code 4471. Power line over the east side of the drive.',
  contact: { name: 'Luis Ortega', phone: '(303) 555-0119', email: null },
}

const hardLines: readonly Partial<OrderDocumentLine>[] = [
  { name: 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'.repeat(2), color: 'W'.repeat(40) },
  { name: '', sku: null, color: null, notes: '' },
  { name: 'רעפים שחורים (3) מסוג A', notes: 'لا تسد المرآب — ١٢ قطعة' },
  { name: 'Shingles 🏠🧱👷🏽‍♂️ ✓ 屋顶瓦片やね 한국어 ไทย', sku: 'SKU-'.repeat(12) },
  { quantity: '1234567.12345', unitCost: '98765.4321', totalCost: '121932631112.63' },
  {
    notes: 'Sehr lange Anmerkung ohne Ende. '.repeat(12),
    quantityUnits: 'MYSTERY_UNITS_OF_THE_YARD',
  },
  { quantity: '1', listItemGroupName: '' },
]

const hardLine = (index: number): OrderDocumentLine =>
  sampleLine(index, hardLines[index % hardLines.length])

const credit = (line: OrderDocumentLine): OrderDocumentLine => ({
  ...line,
  quantity: `-${line.quantity}`,
  pretaxCost: `-${line.pretaxCost}`,
  totalCost: `-${line.totalCost}`,
})

function totalsOf(lines: readonly OrderDocumentLine[]): OrderDocumentModel['totals'] {
  const cents = (text: string) => Math.round(Number(text) * 100)
  const sum = (key: 'pretaxCost' | 'totalCost') =>
    lines.reduce((total, line) => total + cents(line[key]), 0)
  const [pretax, total] = [sum('pretaxCost'), sum('totalCost')]
  const text = (value: number) => (value / 100).toFixed(2)
  return { pretaxCost: text(pretax), tax: text(total - pretax), totalCost: text(total) }
}

/** The outline of a roof on a transparent background, as PNG. */
export function logoOf(width: number, height: number): Logo {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 4)
    for (let x = 0; x < width; x++) {
      const down = y / height - Math.abs(x - width / 2) / (width / 2)
      const isRoof = down > 0 && down < 0.4
      row.set(isRoof ? [29, 79, 124, 255] : [0, 0, 0, 0], 1 + x * 4)
    }
    return row
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return {
    type: 'png',
    bytes: Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]),
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

import { call } from './mistake.ts'
import type { Mistake, MistakenRequest, Stage } from './mistake.ts'

const LINE = {
  name: 'Shingles',
  listItemGroupName: 'Roof',
  type: 'MATERIAL',
  measure: [{ measure: 'roof_area' }],
  measurementUnits: 'squares',
  quantityUnits: 'SQUARES',
}

const template =
  (values: object, line: object = {}) =>
  ({ scene }: Stage): MistakenRequest =>
    call('templateCreate', {
      orgId: scene.orgId,
      template: { name: 'Gable', tradeType: 'ROOF', lines: [{ ...LINE, ...line }], ...values },
    })

/** Mistakes with templates, products and defaults. */
export const templates: readonly Mistake[] = [
  {
    what: 'A template without lines',
    request: template({ lines: [] }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'template.lines',
    message: 'template.lines: must have at least one line.',
  },
  {
    what: 'A template without a name',
    request: template({ name: '' }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'template.name',
    message: 'template.name: must not be blank.',
  },
  {
    what: 'A measure that does not exist',
    request: template({}, { measure: [{ measure: 'area' }] }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'template.lines[0].measure[0].measure',
    message: 'Line 1 "Shingles", measure[0].measure: unknown measure "area"; known are ….',
  },
  {
    what: 'A line without a measure',
    request: template({}, { measure: [] }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'template.lines[0].measure',
    message: 'Line 1 "Shingles", measure: must have at least one measure.',
  },
  {
    what: 'A line of an unknown type',
    request: template({}, { type: 'material' }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'template.lines[0].type',
    message: 'Line 1 "Shingles", type: must be one of MATERIAL, LABOR, OTHER.',
  },
  {
    what: 'A rounding that does not exist',
    request: template({}, { rounding: 'ceil' }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'template.lines[0].rounding',
    message: 'Line 1 "Shingles", rounding: must be one of whole, step, exact.',
  },
  {
    what: 'A product of another organization',
    request: (stage) => template({}, { productId: stage.other.productId })(stage),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'template.lines[0].productId',
    message:
      'Line 1 "Shingles", productId: the organization has no product …; give the id of one of its products.',
  },
  {
    what: 'A search for templates of an unknown trade',
    request: ({ scene }) => call('templates', { orgId: scene.orgId, tradeType: 'roof' }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'tradeType',
    message: 'tradeType must be one of ROOF, SIDING.',
  },
  {
    what: 'A product with an address that is no URL',
    request: ({ scene }) =>
      call('productUpsert', {
        orgId: scene.orgId,
        product: { name: 'Vent', manufacturerUrl: 'acme.example.com' },
      }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'product.manufacturerUrl',
    message:
      'product.manufacturerUrl: must be the address of a page, as in https://example.com/shingles.',
  },
  {
    what: 'A default waste factor in per cent',
    request: ({ scene }) =>
      call('organizationDefaultsUpdate', { orgId: scene.orgId, wasteFactor: 10 }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'wasteFactor',
    message: 'wasteFactor must be from 0 to 1.',
  },
]

const HEAD = 'sku,name,unit,unit_cost,effective_from'

const book =
  (...lines: readonly string[]) =>
  ({ scene }: Stage): MistakenRequest =>
    call('priceBookImport', {
      orgId: scene.orgId,
      vendorId: scene.vendorId,
      csv: lines.join('\n'),
    })

/** Mistakes in files of price books. */
export const priceBooks: readonly Mistake[] = [
  {
    what: 'An empty file',
    request: book(''),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'csv',
    message: 'csv is empty: its first row must name the columns.',
  },
  {
    what: 'A column that is missing',
    request: book('sku,name,unit', 'A-1,Vent,EACH'),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'csv',
    message: 'csv has no column unit_cost, effective_from. Add what is missing.',
  },
  {
    what: 'A column that is not known',
    request: book(`${HEAD},colour`, 'A-1,Vent,EACH,12.5,2026-01-01,red'),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'csv',
    message:
      'csv has unknown columns: "colour". Known are sku, name, unit, coverage, coverage_unit, colors, unit_cost, tax_percent, effective_from, effective_to.',
  },
  {
    what: 'A cost that is no number',
    request: book(HEAD, 'A-1,Vent,EACH,12.5,2026-01-01', 'A-2,Cap,EACH,free,2026-01-01'),
    status: 200,
    code: 'data',
    message:
      'unit_cost must be an amount such as 41.50 or $1,234.50, at most 1000000 with at most 4 decimals; "free" is not.',
  },
  {
    what: 'A date of another form',
    request: book(HEAD, 'A-1,Vent,EACH,12.5,01/02/2026'),
    status: 200,
    code: 'data',
    message: 'effective_from must be a day such as 2026-03-14; "01/02/2026" is not.',
  },
  {
    what: 'A line with a value too few',
    request: book(HEAD, 'A-1,Vent,EACH,12.5'),
    status: 200,
    code: 'data',
    message: 'The row has 4 cells, the header 5. Put quotes around a cell with a comma.',
  },
  {
    what: 'Semicolons between the columns',
    request: book(HEAD.replaceAll(',', ';'), 'A-1;Vent;EACH;12.5;2026-01-01'),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'csv',
    message: 'csv does not separate its columns by commas. Write commas between them.',
  },
  {
    what: 'A column that is named twice',
    request: book(`${HEAD},sku`, 'A-1,Vent,EACH,12.5,2026-01-01,A-1'),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'csv',
    message: 'csv has the column sku twice. Name it once.',
  },
  {
    what: 'A quotation mark that is not closed',
    request: book(HEAD, 'A-1,"Vent 4",EACH,12.5,2026-01-01', 'A-2,"Cap,EACH,9,2026-01-01'),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'csv',
    message:
      'csv has a quote on line 3 that is never closed. Close it, and write a quote within a value twice.',
  },
  {
    what: 'The digest of a preview of another file',
    request: ({ scene: { orgId, vendorId } }) => {
      const csv = `${HEAD}\nA-1,Vent,EACH,12.5,2026-01-01`
      return call('priceBookImport', { orgId, vendorId, csv, digest: '0'.repeat(64) })
    },
    status: 200,
    code: 'CONFLICT',
    message:
      'The price book has changed since this preview, and the import would do something else by now. Preview it again.',
  },
]

import { describe, expect, it } from 'vitest'
import type { Delivery } from '../../domain/orders/delivery.ts'
import type { Box } from './box.ts'
import { layoutDocument, type PageLayout } from './layout.ts'
import { pageOf } from './page-style.ts'
import { sampleLine, sampleModel } from '../testing/sample-model.ts'

const textOf = ({ parts }: Box): string =>
  parts
    .flatMap(({ lines }) => lines)
    .map(({ line }) => line.spans.map(({ text }) => text).join(''))
    .join(' ')

const page = pageOf('letter')

const boxesOf = (layout: PageLayout, ...roles: Box['role'][]): Box[] =>
  layout.map(({ box }) => box).filter(({ role }) => roles.includes(role))

const textsOf = (pages: readonly PageLayout[], ...roles: Box['role'][]): string[] =>
  pages.flatMap((layout) => boxesOf(layout, ...roles)).map(textOf)

const allText = (pages: readonly PageLayout[]): string =>
  pages.flatMap((layout) => layout.map(({ box }) => textOf(box))).join('\n')

const LENGTHS = [1, 2, 5, 19, 20, 21, 22, 23, 24, 25, 26, 40, 60, 61, 62, 63, 64, 65, 66, 140]

describe('layoutDocument', () => {
  it.each(LENGTHS)('shows each of %i lines once, numbered in order', (lineCount) => {
    for (const mode of ['supplier', 'office', 'crew'] as const) {
      const model = sampleModel(lineCount, mode)
      const rows = textsOf(layoutDocument(model), 'line')
      const names = model.lines.map(({ name }) => name.replaceAll(' ', ''))
      expect(rows).toHaveLength(lineCount)
      expect(rows.map((row) => row.split(' ')[0])).toEqual(names.map((_, index) => `${index + 1}`))
      for (const name of names) {
        expect(rows.filter((row) => row.replaceAll(' ', '').includes(name))).not.toHaveLength(0)
      }
    }
  })

  it.each(LENGTHS)('keeps %i lines inside the page, one under the other', (lineCount) => {
    for (const layout of layoutDocument(sampleModel(lineCount, 'office'))) {
      let bottom: number = page.top
      for (const { y, box } of layout) {
        expect(y).toBeGreaterThanOrEqual(bottom - 0.001)
        bottom = y + box.height
        expect(bottom).toBeLessThanOrEqual(box.role === 'footer' ? page.height - 20 : page.bottom)
      }
    }
  })

  it.each(LENGTHS)('never leaves a group name alone at a page’s foot (%i lines)', (lineCount) => {
    const roles = layoutDocument(sampleModel(lineCount)).map((layout) =>
      boxesOf(layout, 'group', 'line', 'totals').map(({ role }) => role),
    )
    const afterGroups = roles.flatMap((page) =>
      page.flatMap((role, index) => (role === 'group' ? [page[index + 1]] : [])),
    )
    expect(new Set(afterGroups)).toEqual(new Set(['line']))
  })

  it.each(LENGTHS)('keeps the last of %i rows with the totals', (lineCount) => {
    const last = layoutDocument(sampleModel(lineCount, 'office')).at(-1) ?? []
    expect(boxesOf(last, 'line').length).toBeGreaterThan(0)
    expect(boxesOf(last, 'totals')).toHaveLength(1)
  })

  it('repeats the column titles and counts the pages on every page', () => {
    const pages = layoutDocument(sampleModel(60))
    expect(pages).toHaveLength(3)
    for (const [index, layout] of pages.entries()) {
      expect(boxesOf(layout, 'column-titles').map(textOf)).toEqual([
        '# Qty Unit Description Color SKU',
      ])
      expect(boxesOf(layout, index === 0 ? 'letterhead' : 'running-head')).toHaveLength(1)
      expect(boxesOf(layout, 'footer').map(textOf)).toEqual([
        `Document 0199e0b4-7c1a-7e52-9a3c-5b1f0c2d4e6f  ·  PO 10045-22  ·  Ridgeline Exteriors Page ${index + 1} of 3`,
      ])
    }
  })

  it('repeats the name of a group that continues on the next page', () => {
    const lines = Array.from({ length: 60 }, (_, index) =>
      sampleLine(index, { listItemGroupName: 'Roof' }),
    )
    expect(textsOf(layoutDocument(sampleModel(0, 'supplier', { lines })), 'group')).toEqual([
      'Roof',
      'Roof (continued)',
      'Roof (continued)',
    ])
  })

  it('puts the lines of a group together, in the order of their first lines', () => {
    const lines = ['Siding', '', 'Roof', 'Siding'].map((listItemGroupName, index) =>
      sampleLine(index, { listItemGroupName }),
    )
    const pages = layoutDocument(sampleModel(0, 'supplier', { lines }))
    expect(textsOf(pages, 'group')).toEqual(['Siding', 'Other', 'Roof'])
  })

  it('shows prices to the office only', () => {
    const lines = [
      sampleLine(0, { unitCost: '987.65', pretaxCost: '7531.90', totalCost: '8642.01' }),
    ]
    const totals = { pretaxCost: '7531.90', tax: '1110.11', totalCost: '8642.01' }
    const render = (mode: 'supplier' | 'office' | 'crew') =>
      allText(layoutDocument(sampleModel(0, mode, { lines, totals })))
    const prices = /987\.65|7,?531\.90|8,?642\.01|1,?110\.11|\$|7\.25/
    for (const price of ['987.65', '$7,531.90', '8,642.01', '$1,110.11', '7.25%']) {
      expect(render('office')).toContain(price)
    }
    expect(render('supplier')).not.toMatch(prices)
    expect(render('crew')).not.toMatch(prices)
  })

  it('words the document for its reader', () => {
    const head = (mode: 'supplier' | 'office' | 'crew', kind: 'MATERIAL' | 'LABOR') =>
      textsOf(layoutDocument(sampleModel(1, mode, { kind })), 'letterhead', 'column-titles').join()
    expect(head('supplier', 'MATERIAL')).toMatch(/^Material order .*Description/)
    expect(head('supplier', 'LABOR')).toMatch(/^Labor order .*Work/)
    expect(head('office', 'LABOR')).toMatch(/^Labor order Office copy with prices /)
    expect(head('crew', 'LABOR')).toMatch(/^Crew work order .*Work Color Trade/)
  })

  it('names sender, vendor, job, list, purchase order, date and document', () => {
    const head = textsOf(layoutDocument(sampleModel(1)), 'letterhead', 'details').join(' ')
    for (const text of [
      'Ridgeline Exteriors 4820 Quarry Road, Suite 200 Boulder, CO 80301 (303) 555-0142',
      'Document 0199e0b4-7c1a-7e52-9a3c-5b1f0c2d4e6f',
      'Supplier ABC Building Supply',
      'Job 1284 Maple Street, Hartmann residence Job 1',
      'Material list Asphalt shingle roof List 1',
      'Purchase order 10045-22',
      'Order date November 20, 2026',
      'Reference CRM-88213',
    ]) {
      expect(head).toContain(text)
    }
  })

  it('leaves no field empty when a name or number is missing', () => {
    const model = sampleModel(1, 'supplier', {
      job: { id: 7, name: null },
      list: { id: 8, name: ' ' },
      order: { ...sampleModel(1).order, purchaseOrderNumber: ' ', externalIdentifier: null },
      lines: [sampleLine(0, { name: '', color: null, sku: null })],
    })
    const text = allText(layoutDocument(model))
    expect(text).toContain('Job Job 7 Material list List 8 Purchase order — Order date')
    expect(text).not.toContain('Reference')
    expect(text).toMatch(/4e6f {2}· {2}Ridgeline Exteriors Page 1 of 1$/m)
    expect(text).toMatch(/^1 76 bundles —$/m)
  })

  it('splits a row only when it is higher than a page, and keeps all of its text', () => {
    const notes = Array.from({ length: 2000 }, (_, index) => `word${index}`).join(' ')
    const lines = [sampleLine(0), sampleLine(1, { notes }), sampleLine(2)]
    const pages = layoutDocument(sampleModel(0, 'supplier', { lines }))
    const words = textsOf(pages, 'line')
      .join(' ')
      .match(/word\d+/g)
    expect(words?.join(' ')).toBe(notes)
    expect(pages.length).toBeGreaterThan(2)
  })

  it('continues a head that no page can hold on the next, with all of its text', () => {
    const name = 'Umbrella '.repeat(1000).trim()
    const organization = { name, addressLines: [] }
    const pages = layoutDocument(sampleModel(1, 'supplier', { organization, job: { id: 1, name } }))
    expect(pages.length).toBeGreaterThan(2)
    for (const role of ['letterhead', 'details'] as const)
      expect(
        textsOf(pages, role)
          .join(' ')
          .match(/Umbrella/g),
      ).toHaveLength(1000)
  })

  it('prints every text that fits its limit in full', () => {
    const textOfLength = (length: number, start: string) =>
      `${start}${'-abcdefgh'.repeat(30)}`.slice(0, length - 1) + '.'
    const name = textOfLength(200, 'Ridgeline')
    const phone = textOfLength(50, 'Phone')
    const email = textOfLength(254, 'mail')
    const website = textOfLength(200, 'web')
    const job = textOfLength(250, 'Job')
    const list = textOfLength(250, 'List')
    const reference = textOfLength(255, 'Ref')
    const vendorName = textOfLength(200, 'Vendor')
    const contactName = textOfLength(100, 'Dana')
    const city = textOfLength(100, 'City')
    const region = textOfLength(100, 'Region')
    const postalCode = textOfLength(100, 'Code')
    const listItemGroupName = textOfLength(200, 'Group')
    const line = textOfLength(100, 'Street')
    const model = sampleModel(0, 'supplier', {
      organization: { name, addressLines: [line], phone, email, website },
      job: { id: 1, name: job },
      list: { id: 1, name: list },
      vendor: { id: 1, vendorName, addressLines: [], phone, email, contactName },
      order: {
        ...sampleModel(1).order,
        externalIdentifier: reference,
        delivery: {
          date: null,
          window: null,
          method: null,
          shipTo: {
            name: null,
            lines: [line],
            city,
            region,
            postalCode,
            country: null,
          },
          placementNotes: null,
          accessNotes: null,
          contact: null,
        },
      },
      lines: Array.from({ length: 60 }, (_, index) => sampleLine(index, { listItemGroupName })),
    })
    const pages = layoutDocument(model)
    const withoutBreaks = (texts: readonly string[]) => texts.join('\n').replaceAll(/\s/g, '')

    const head = withoutBreaks(textsOf(pages, 'letterhead', 'details', 'delivery'))
    const given = [name, email, website, job, list, reference, vendorName, contactName]
    for (const text of [...given, phone, line, city, region, postalCode])
      expect(head).toContain(text)
    const groups = textsOf(pages, 'group').map((text) => withoutBreaks([text]))
    expect(groups.length).toBeGreaterThan(2)
    expect(new Set(groups)).toEqual(new Set([listItemGroupName, `${listItemGroupName}(continued)`]))
    expect(head).not.toContain('…')
  })

  it('begins a field that no page can hold below the head of the first', () => {
    const job = { id: 1, name: 'क'.repeat(250) }
    const pages = layoutDocument(sampleModel(1, 'supplier', { job }))
    expect(pages.map((layout) => layout.map(({ box }) => box.role).join(' '))).toEqual([
      'letterhead details footer',
      'running-head details column-titles group line totals footer',
    ])
    expect(
      textsOf(pages, 'details')
        .join('')
        .match(/U\+0915/g),
    ).toHaveLength(250)
  })

  it('keeps the title of the delivery above its first details', () => {
    const { order } = sampleModel(1)
    const delivery: Delivery = {
      date: null,
      window: null,
      method: null,
      shipTo: {
        name: null,
        lines: Array.from({ length: 45 }, () => 'Depot Street'),
        city: null,
        region: null,
        postalCode: null,
        country: null,
      },
      placementNotes: null,
      accessNotes: null,
      contact: null,
    }
    const pages = layoutDocument(sampleModel(1, 'crew', { order: { ...order, delivery } }))
    const found = pages.map((page) => textsOf([page], 'delivery').join(' ').trim())
    expect(found.filter((text) => text !== '')).toEqual([
      expect.stringMatching(/^Delivery Ship to Depot Street/),
    ])
  })

  it('keeps a large number in one piece', () => {
    const lines = [sampleLine(0, { quantity: '1234567.125', totalCost: '98765432.10' })]
    const text = allText(layoutDocument(sampleModel(0, 'office', { lines })))
    expect(text).toContain('1,234,567.125')
    expect(text).toContain('98,765,432.10')
  })

  it('words the document in Spanish', () => {
    const pages = layoutDocument(sampleModel(60, 'office', { language: 'es' }))
    const text = allText(pages)
    for (const word of [
      'Orden de materiales',
      'Copia de oficina con precios',
      'Proveedor',
      'Obra 1',
      'Fecha de la orden 20 de noviembre de 2026',
      '# Cant. Unidad Descripción Color SKU Costo unit. Imp. Total',
      '76 paquetes',
      'Underlayment (continuación)',
      '60 líneas en esta orden',
      'Impuesto $',
      'Página 1 de 4',
    ]) {
      expect(text).toContain(word)
    }
    expect(text).not.toMatch(/Supplier|Page|Order|bundle|continued|Tax/)
  })

  it('shows the vendor with address, contact and account', () => {
    const vendor = {
      id: 1,
      vendorName: 'ABC Building Supply',
      addressLines: ['1920 Depot Street', 'Denver, CO 80216'],
      phone: '(303) 555-0188',
      email: 'denver@abc.example',
      contactName: 'Dana Whitfield',
      accountNumber: '204418-3',
    }
    const text = textsOf(layoutDocument(sampleModel(1, 'supplier', { vendor })), 'details').join()
    expect(text).toContain(
      'Supplier ABC Building Supply 1920 Depot Street Denver, CO 80216 Attn. Dana Whitfield ' +
        '(303) 555-0188 denver@abc.example Account 204418-3',
    )
  })

  it('shows the given delivery details only', () => {
    const { order } = sampleModel(1)
    const nothing = {
      date: null,
      window: null,
      method: null,
      shipTo: null,
      placementNotes: null,
      accessNotes: null,
      contact: null,
    }
    const deliveryText = (delivery: Delivery) =>
      textsOf(layoutDocument(sampleModel(1, 'crew', { order: { ...order, delivery } })), 'delivery')
        .join(' ')
        .replaceAll('\u00a0', ' ')
        .trim()
    expect(deliveryText(nothing)).toBe('')
    expect(deliveryText({ ...nothing, method: 'PICKUP' })).toBe(
      'Delivery Method Pickup at the branch',
    )
    expect(
      deliveryText({
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
        placementNotes: 'On the ridge.\nMetal in the garage.',
        accessNotes: 'Gate 4471.',
        contact: { name: 'Luis Ortega', phone: '(303) 555-0119', email: null },
      }),
    ).toBe(
      'Delivery Delivery date November 24, 2026 7:00 AM – 10:30 AM Rooftop delivery ' +
        'Ship to Hartmann residence 1284 Maple Street Boulder, CO 80302 ' +
        'Site contact Luis Ortega (303) 555-0119 ' +
        'Placement On the ridge. Metal in the garage. Access Gate 4471.',
    )
  })

  it('names the order that this one replaces', () => {
    const replaces = { id: 'a1', purchaseOrderNumber: null, createdAt: new Date(0) }
    const order = { ...sampleModel(1).order, replaces }
    const text = textsOf(layoutDocument(sampleModel(1, 'supplier', { order })), 'details').join()
    expect(text).toContain('Replaces order January 1, 1970 a1')
  })
})

describe('a change order', () => {
  const changes = { id: 'a1', purchaseOrderNumber: '10045-21', createdAt: new Date(0) }
  const order = { ...sampleModel(1).order, changes }
  const credit = { quantity: '-2', pretaxCost: '-73.00', totalCost: '-78.29' }
  const lines = [sampleLine(0, credit), sampleLine(1), sampleLine(1), sampleLine(4, credit)]
  const totals = { pretaxCost: '190.80', tax: '13.84', totalCost: '204.64' }
  const pagesOf = (mode: 'supplier' | 'office' | 'crew', over = {}) =>
    layoutDocument(sampleModel(0, mode, { order, lines, totals, ...over }))

  it('has a table for additions and one for credits', () => {
    const boxes = textsOf(pagesOf('supplier'), 'section', 'column-titles', 'group', 'line')
    expect(boxes.map((text) => text.split(' ').slice(0, 3).join(' '))).toEqual([
      'Additions',
      '# Qty Unit',
      'Shingles',
      '1 4 bundles',
      '2 4 bundles',
      'Credits',
      '# Qty Unit',
      'Shingles',
      '3 -2 bundles',
      'Underlayment',
      '4 -2 rolls',
    ])
  })

  it('leaves out the table that would be empty', () => {
    const additions = textsOf(pagesOf('supplier', { lines: [sampleLine(1)] }), 'section')
    expect(additions).toEqual(['Additions'])
  })

  it('names additions or credits on every page of them', () => {
    const many = Array.from({ length: 90 }, (_, index) =>
      sampleLine(index, index % 2 === 0 ? credit : {}),
    )
    const pages = pagesOf('supplier', { lines: many })
    const named = pages.map((layout) => {
      const rows = boxesOf(layout, 'line').map(textOf)
      const [first = '', last = ''] = [rows[0], rows.at(-1)]
      const kinds = [first, last].map((row) => (/^\d+ -/.test(row) ? 'Credits' : 'Additions'))
      const sections = boxesOf(layout, 'section').map(textOf)
      return { kinds: [...new Set(kinds)], sections }
    })
    expect(named.length).toBeGreaterThan(3)
    for (const { kinds, sections } of named) {
      expect(sections.map((name) => name.replace(' (continued)', ''))).toEqual(kinds)
    }
    const first = named.map(({ sections }) => sections[0])
    expect(first.filter((name) => name?.endsWith(' (continued)'))).toHaveLength(named.length - 1)
  })

  it('has net totals for the office', () => {
    expect(textsOf(pagesOf('office'), 'totals')).toEqual([
      '4 lines in this order Additions $336.80 Credits -$146.00 Tax $13.84 Net total $204.64',
    ])
    const negative = { pretaxCost: '-9.00', tax: '-1.00', totalCost: '-10.00' }
    expect(textsOf(pagesOf('office', { totals: negative }), 'totals').join()).toContain(
      'Tax -$1.00 Net total -$10.00',
    )
  })

  it('names the order that it changes', () => {
    const head = textsOf(pagesOf('supplier'), 'letterhead', 'details').join(' ')
    expect(head).toContain('Change order to material order PO 10045-21')
    expect(head).toContain('Changes order PO 10045-21 January 1, 1970 a1')
  })

  it('shows prices to the office only', () => {
    for (const mode of ['supplier', 'crew'] as const) {
      expect(allText(pagesOf(mode))).not.toMatch(/\$|73\.00|78\.29|42\.10|7\.25/)
    }
  })
})

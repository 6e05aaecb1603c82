import { describe, expect, it } from 'vitest'
import { renderPdf } from './render-pdf.ts'
import { readPdf } from '../testing/read-pdf.ts'
import {
  hardDocument,
  logoOf,
  plainDocument,
  sampleDocuments,
} from '../testing/sample-documents.ts'
import { sampleLine, sampleModel } from '../testing/sample-model.ts'

const sourceOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

describe('renderPdf', () => {
  it('returns the same bytes for the same model', async () => {
    const [first, second] = [await renderPdf(sampleModel(60)), await renderPdf(sampleModel(60))]
    expect(Buffer.from(first).equals(second)).toBe(true)
  })

  it('gives different file identifiers to different documents', async () => {
    const identifier = async (id: string) =>
      /\/ID \[<(\w+)>/.exec(sourceOf(await renderPdf(sampleModel(1, 'supplier', { id }))))?.[1]
    expect(await identifier('0199e0b4-0000-7000-8000-000000000001')).not.toBe(
      await identifier('0199e0b4-0000-7000-8000-000000000002'),
    )
  })

  it('returns a complete PDF of US letter pages with embedded fonts and its metadata', async () => {
    const source = sourceOf(await renderPdf(sampleModel(60, 'office')))
    expect(source.startsWith('%PDF-1.7')).toBe(true)
    expect(source.trimEnd().endsWith('%%EOF')).toBe(true)
    expect(source.match(/\/Type \/Page\n/g)).toHaveLength(3)
    expect(source).toContain('/MediaBox [0 0 612 792]')
    expect(source).toContain('(Material order PO 10045-22, ABC Building Supply)')
    expect(source).toContain('(Ridgeline Exteriors)')
    expect(source).toContain('/Lang (en-US)')
    expect(source).toContain('(D:20261120160411Z)')
    expect(source.match(/\/FontFile2/g)).toHaveLength(2)
    expect(source).not.toContain('Helvetica')
  })

  it('draws every script, and embeds the fonts it needs for them', async () => {
    const names = [
      'Łódź',
      'Крыша',
      'στέγη',
      'גג',
      'سقف ١٢',
      '屋顶やね',
      '🏠✓',
      '한국어 🧱',
      'ไทย',
      '\ud800',
    ]
    const lines = names.map((name, index) => sampleLine(index, { name, listItemGroupName: name }))
    const source = sourceOf(await renderPdf(sampleModel(0, 'supplier', { lines })))
    for (const font of [
      'Inter',
      'NotoSansHebrew',
      'NotoSansArabic',
      'TakeoffCJK',
      'NotoSansSymbols2',
      'NotoSansThai',
      'NotoSansKRThin',
      'NotoEmoji',
    ]) {
      expect(source).toMatch(new RegExp(String.raw`/FontName /\w+\+${font}-`))
    }
  })

  it('renders concurrent documents independently', async () => {
    const models = [1, 30, 5].map((lineCount) => sampleModel(lineCount, 'office'))
    const alone = []
    for (const model of models) alone.push(await renderPdf(model))
    expect(await Promise.all(models.map(renderPdf))).toEqual(alone)
  })

  it('uses the paper and the language of the model', async () => {
    const source = sourceOf(
      await renderPdf(sampleModel(1, 'supplier', { paper: 'a4', language: 'es' })),
    )
    expect(source).toContain('/MediaBox [0 0 595.28 841.89]')
    expect(source).toContain('/Lang (es-US)')
    expect(source).toContain('<rdf:li xml:lang="x-default">Orden de materiales PO 10045-22, ABC')
  })

  it('escapes names in its metadata', async () => {
    const organization = { name: 'Harbor Roofing & <Siding>', addressLines: [] }
    const source = sourceOf(await renderPdf(sampleModel(1, 'supplier', { organization })))
    expect(source).toContain('<rdf:li>Harbor Roofing &amp; &lt;Siding&gt;</rdf:li>')
    expect(source).toContain('(Harbor Roofing & <Siding>)')
    expect(source).toContain('<xmp:CreateDate>2026-11-20T16:04:11Z</xmp:CreateDate>')
  })

  it('draws a logo on the first page, and leaves out a broken one', async () => {
    const { organization } = sampleModel(1)
    const render = async (bytes: Uint8Array) =>
      sourceOf(
        await renderPdf(
          sampleModel(60, 'supplier', {
            organization: { ...organization, logo: { type: 'png', bytes } },
          }),
        ),
      )
    const whole = await render(logoOf(60, 40).bytes)
    expect(whole.match(/\/Subtype \/Image/g)).toHaveLength(2)
    expect(whole.match(/\/Logo \d+ 0 R/g)).toHaveLength(1)
    expect(await render(logoOf(60, 40).bytes)).toBe(whole)
    const broken = await render(logoOf(60, 40).bytes.subarray(0, 100))
    expect(broken).toBe(sourceOf(await renderPdf(sampleModel(60))))
  })
})

describe('the structure for screen readers', () => {
  it('is a title, labels with values, and a table with titles and rows', async () => {
    const { outline } = readPdf(await renderPdf(sampleModel(4, 'office')))
    const field = 'LI(Lbl LBody)'
    const titles = `TR(${Array.from({ length: 9 }, () => 'TH').join(' ')})`
    const row = titles.replaceAll('TH', 'TD')
    const fields = Array.from({ length: 6 }, () => field).join(' ')
    const table = `Table(${titles} TR(TH) ${row} ${row} ${row} TR(TH) ${row})`
    const totals = 'Table(TR(TH TD) TR(TH TD) TR(TH TD))'
    expect(outline).toBe(`Document(H1 P P L(${fields}) ${table} P ${totals})`)
  })

  it('has a heading for the delivery and for each table of a change order', async () => {
    const outlineOf = async (layout: 'supplier' | 'change') => {
      const sample = { layout, language: 'en', paper: 'a4', lineCount: 3 } as const
      return readPdf(await renderPdf(plainDocument(sample))).outline
    }
    expect(await outlineOf('supplier')).toMatch(
      /^Document\(H1 P P Figure L\([^H]*\) H2 L\([^H]*\) Table/,
    )
    expect(await outlineOf('change')).toMatch(/^Document\(H1 P P Figure L.* H2 Table.* H2 Table/)
  })

  it('is one table with its titles read once, however many pages it takes', async () => {
    const { outline, pages } = readPdf(await renderPdf(sampleModel(60)))
    expect(pages).toHaveLength(3)
    expect(outline.match(/Table/g)).toHaveLength(1)
    expect(outline.match(/TR\(TH TH/g)).toHaveLength(1)
    expect(outline.match(/TR\(TD/g)).toHaveLength(60)
  })

  it('keeps a row that is drawn on two pages as one row', async () => {
    const notes = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ')
    const model = sampleModel(0, 'supplier', { lines: [sampleLine(0, { notes })] })
    const { outline, violations, pages } = readPdf(await renderPdf(model))
    expect(pages.length).toBeGreaterThan(1)
    expect(outline.match(/TR\(TD/g)).toHaveLength(1)
    expect(violations).toEqual([])
  })

  it('reads what is left of a value on the next page as a paragraph', async () => {
    const model = sampleModel(1, 'supplier', { job: { id: 1, name: 'क'.repeat(250) } })
    const { outline, unmarked, violations } = readPdf(await renderPdf(model))
    expect(outline).toMatch(
      /^Document\(H1 P P L\((LI\(Lbl LBody\) ?){5}\) P L\(LI\(Lbl LBody\)\) Table/,
    )
    expect(unmarked).toEqual([])
    expect(violations).toEqual([])
  })

  it('draws no box for a missing character after a line, whatever font the line ends with', async () => {
    const names = ['Plywood ⅝', '屋根', 'Nails →', 'שלום', '👷🏽']
    const lines = names.map((name, index) => sampleLine(index, { name, notes: name }))
    const { pages } = readPdf(await renderPdf(sampleModel(0, 'supplier', { lines })))
    const glyphs = pages.flatMap(({ content }) =>
      Array.from(content.matchAll(/<((?:[0-9a-f]{4})+)>/g), ([, hex = '']) => hex.match(/.{4}/g)),
    )
    expect(glyphs.length).toBeGreaterThan(names.length)
    expect(glyphs.flat()).not.toContain('0000')
  })

  it('maps each Arabic and Thai letter to its character, and its dots to none', async () => {
    const lines = ['بتث', 'ที่'].map((name, index) => sampleLine(index, { name }))
    const { pages } = readPdf(await renderPdf(sampleModel(0, 'supplier', { lines })))
    const content = pages.map(({ content }) => content).join('')
    const letters = Array.from(content.matchAll(/ActualText <FEFF(\w*)>/g), ([, hex = '']) =>
      Buffer.from(hex, 'hex').swap16().toString('utf16le'),
    )
    // As they are drawn, from left to right: each dot before its letter.
    expect(letters).toEqual(['', 'ث', '', 'ت', '', 'ب', 'ท', 'ี', '่'])
  })

  it('gives the scope and the columns of a header cell, and the text of a picture', async () => {
    const sample = { layout: 'office', language: 'en', paper: 'letter', lineCount: 1 } as const
    const { objects } = readPdf(await renderPdf(plainDocument(sample)))
    const elements = Array.from(objects.values(), (text) => text.replaceAll(/\d+ 0 R/g, 'R'))
    const headers = elements.filter((text) => text.includes('/S /TH '))
    const count = (attributes: string) =>
      headers.filter((text) => text.includes(`/A << ${attributes} >>`)).length
    expect(count('/O /Table /Scope /Column')).toBe(9)
    expect(count('/O /Table /Scope /Column /ColSpan 9')).toBe(1)
    expect(count('/O /Table /Scope /Row')).toBe(3)
    expect(elements.find((text) => text.includes('/S /Figure '))).toContain(
      '/Alt (Logo of Ridgeline Exteriors) /A << /O /Layout /Placement /Block /BBox [40 700 144 752] >>',
    )
  })

  it.each(sampleDocuments(40))(
    'contains all of a $layout order ($language, $paper)',
    async (sample) => {
      const { unmarked, violations } = readPdf(await renderPdf(hardDocument(sample)))
      expect(unmarked).toEqual([])
      expect(violations).toEqual([])
    },
  )
})

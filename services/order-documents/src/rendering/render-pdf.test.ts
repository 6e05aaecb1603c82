import { describe, expect, it } from 'vitest'
import { renderPdf } from './render-pdf.ts'
import { sampleLine, sampleModel } from './testing/sample-model.ts'

const sourceOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

describe('renderPdf', () => {
  it('gives the same bytes for the same model', async () => {
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

  it('is a whole PDF of US letter pages with embedded fonts and its metadata', async () => {
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
      '\ud800',
    ]
    const lines = names.map((name, index) => sampleLine(index, { name, groupName: name }))
    const source = sourceOf(await renderPdf(sampleModel(0, 'supplier', { lines })))
    for (const font of [
      'Inter',
      'NotoSansHebrew',
      'NotoSansArabic',
      'TakeoffCJK',
      'NotoSansSymbols2',
    ]) {
      expect(source).toMatch(new RegExp(String.raw`/FontName /\w+\+${font}-`))
    }
  })

  it('renders documents at the same time without mixing them up', async () => {
    const models = [1, 30, 5].map((lineCount) => sampleModel(lineCount, 'office'))
    const alone = []
    for (const model of models) alone.push(await renderPdf(model))
    expect(await Promise.all(models.map(renderPdf))).toEqual(alone)
  })
})

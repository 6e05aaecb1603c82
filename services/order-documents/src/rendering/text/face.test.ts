import type { Font } from 'fontkit'
import { describe, expect, it, vi } from 'vitest'
import { openFace } from './face.ts'
import { fontFiles } from './font-files.ts'

const faceOf = (key: string) => {
  const file = fontFiles('regular').find((file) => file.key === key)
  if (!file) throw new Error(`no font ${key}`)
  return openFace(file.key, file.path)
}

describe('openFace', () => {
  const latin = faceOf('inter-latin-400')

  it('sets figures of an amount in one width, so that they line up in columns', () => {
    expect(latin.widthOf('1,111.11')).toBeCloseTo(latin.widthOf('8,888.88'))
    const sign = latin.widthOf('-')
    expect(sign).toBeLessThan(latin.widthOf('8') * 0.9)
    expect(latin.widthOf('-$1,111.11')).toBeCloseTo(sign + latin.widthOf('$8,888.88'))
    expect(latin.widthOf('R1')).toBeLessThan(latin.widthOf('R8'))
  })

  it('leaves codes as they are written', () => {
    const glyphs = (text: string) =>
      latin.font.layout(text).glyphs.map(({ codePoints }) => codePoints)
    expect(glyphs('2x4->')).toHaveLength(5)
    expect(latin.widthOf('->')).toBeCloseTo(latin.widthOf('-') + latin.widthOf('>'), -1)
  })

  it('gives every caller positions of its own, because pdfkit scales them in place', () => {
    const [first, second] = [latin.font.layout('Roof'), latin.font.layout('Roof')]
    for (const position of first.positions) position.xAdvance = 0
    expect(second.positions.every(({ xAdvance }) => xAdvance > 0)).toBe(true)
    expect(latin.font.layout('Roof').positions).toEqual(second.positions)
  })

  it('shapes a word once, whether a space follows it or not', () => {
    const face = faceOf('inter-latin-400')
    const layout = vi.spyOn(Object.getPrototypeOf(face.font) as Font, 'layout')
    const space = face.widthOf(' ')
    const width = face.widthOf('felt')

    expect(face.widthOf('felt ')).toBeCloseTo(width + space)
    expect(face.font.layout('felt ').glyphs).toHaveLength(5)
    expect(face.font.layout('felt').glyphs).toHaveLength(4)
    expect(layout.mock.calls.map(([text]) => text)).toEqual([' ', 'felt'])
  })

  it('reads Arabic numbers from left to right', () => {
    const arabic = faceOf('noto-sans-arabic-arabic-400')
    const codes = arabic.font.layout('١٢').glyphs.map(({ codePoints }) => codePoints[0])
    expect(codes).toEqual([0x661, 0x662])
  })

  it('draws a mark on a letter for which the font has no anchor', () => {
    const arabic = faceOf('noto-sans-arabic-arabic-400')
    expect(arabic.widthOf('\u0601\u0610')).toBeGreaterThan(0)
  })

  it.each(fontFiles('semibold'))('opens $key', ({ key, path }) => {
    expect(openFace(key, path).font.characterSet.length).toBeGreaterThan(0)
  })
})

describe('the characters that a reader copies out of a document', () => {
  const copied = (face: ReturnType<typeof faceOf>, text: string) =>
    face.font.layout(text).glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints))

  it('are those of the text, regardless of earlier texts with the same glyphs', () => {
    const face = faceOf('inter-latin-400')
    // pdfkit requests the parts of a composite glyph, such as the points of a colon, without characters.
    for (const { id } of faceOf('inter-latin-400').font.layout('41.50').glyphs)
      face.font.getGlyph(id)
    expect(copied(face, '41.50')).toEqual(Array.from('41.50'))
  })

  it('are distinguished where two characters share a glyph', () => {
    const face = faceOf('inter-latin-400')
    // In Inter the modifier letter apostrophe is drawn as the quotation mark.
    expect(copied(face, 'O\u02bcBrien')).toEqual(Array.from('O\u02bcBrien'))
    expect(copied(face, 'O\u2019Brien')).toEqual(Array.from('O\u2019Brien'))
  })
})

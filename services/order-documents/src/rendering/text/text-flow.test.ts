import { describe, expect, it } from 'vitest'
import { wrapText } from './text-flow.ts'

const STYLE = { weight: 'regular', size: 9 } as const

const wrap = (text: string, width = 100): string[] =>
  wrapText(text, STYLE, width).map(({ spans }) => spans.map((span) => span.text).join(''))

const facesOf = (text: string): string[] =>
  wrapText(text, STYLE, Infinity).flatMap(({ spans }) => spans.map(({ face }) => face.key))

describe('wrapText', () => {
  it('breaks between words and keeps every line within the width', () => {
    const lines = wrapText('Hip and ridge cap shingles, weathered wood', STYLE, 90)
    expect(lines.length).toBeGreaterThan(1)
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(90)
    expect(wrap('Hip and ridge cap shingles, weathered wood', 90).join(' ')).toBe(
      'Hip and ridge cap shingles, weathered wood',
    )
  })

  it('breaks inside a word that is longer than a line, after its punctuation if possible', () => {
    const word = 'Supercalifragilisticexpialidocious'.repeat(3)
    expect(wrap(word, 60).length).toBeGreaterThan(4)
    expect(wrap(word, 60).join('')).toBe(word)
    expect(wrap('SKU-0000-1111-2222-3333', 60)).toEqual(['SKU-0000-', '1111-2222-', '3333'])
  })

  it('never breaks a fraction or a range of numbers that fits a line', () => {
    expect(wrap('Pipe boot 1-1/2 in', 55)).toEqual(['Pipe boot', '1-1/2 in'])
  })

  it('breaks Chinese between characters, but not before a full stop', () => {
    expect(wrap('请送到后院，不要堵住车库。', 36)).toEqual([
      '请送到后',
      '院，不要',
      '堵住车',
      '库。',
    ])
  })

  it('keeps the lines a text already has and drops empty ones', () => {
    expect(wrap('first\r\n\n  second\u2028third\ttab')).toEqual(['first', 'second', 'third tab'])
    expect(wrap(' \n ')).toEqual([])
  })

  it('drops control characters, which have no shape', () => {
    expect(wrap('a\u0000b\u202ec\ufeff shin\u00adgle')).toEqual(['abc shingle'])
    expect(wrap('1\u202f000\u2009ft')).toEqual(['1\u00a0000 ft'])
  })

  it('finds a font for each script', () => {
    expect(facesOf('Roof')).toEqual(['inter-latin-400'])
    expect(facesOf('ő')).toEqual(['inter-latin-ext-400'])
    expect(facesOf('Крыша')).toEqual(['inter-cyrillic-400'])
    expect(facesOf('στέγη')).toEqual(['inter-greek-400'])
    expect(facesOf('גג')).toEqual(['noto-sans-hebrew-hebrew-400'])
    expect(facesOf('سقف')).toEqual(['noto-sans-arabic-arabic-400'])
    expect(facesOf('屋根やね')).toEqual(['takeoff-cjk'])
    expect(facesOf('✓')).toEqual(['noto-sans-symbols-2-symbols-400'])
  })

  it('draws all fractions, superscripts and subscripts, in the font of the text beside them', () => {
    const text = '⅛ ¼ ⅓ ⅜ ½ ⅝ ⅔ ¾ ⅞ ⅕ ⅙ ⅒ 1⅜″ m⁴ 10⁻³ CO₂'
    expect(wrap(text, Infinity)).toEqual([text])
    expect(facesOf('⅝')).toEqual(['inter-symbols-400'])
    expect(wrapText('⅝', { ...STYLE, weight: 'semibold' }, 100)[0]?.spans[0]?.face.key).toBe(
      'inter-symbols-600',
    )
  })

  it('draws characters of a font, and shows others by their code point', () => {
    expect(wrap('한 🧱 👷🏽 ไ')).toEqual(['한 🧱 👷🏽 ไ'])
    expect(wrap('\ud800')).toEqual(['[U+D800]'])
    expect(wrap('3\u1acf')).toEqual(['3[U+1ACF]'])
  })

  it('shows every character of a script without a font', () => {
    expect(wrap('छत', Infinity)).toEqual(['[U+091B][U+0924]'])
    expect(wrap('नि', Infinity)).toEqual(['[U+0928][U+093F]'])
    expect(wrap('क्ष', Infinity)).toEqual(['[U+0915][U+094D][U+0937]'])
  })

  it('breaks between the code points of characters without a font', () => {
    for (const text of [`3${'\u1acf'.repeat(20)}`, 'क्'.repeat(20), `a 3${'\u1acf'.repeat(9)} b`]) {
      const lines = wrapText(text, STYLE, 60)
      for (const { width } of lines) expect(width).toBeLessThanOrEqual(60)
      const shown = wrap(text, 60)
      expect(shown.join('').replaceAll(' ', '')).toBe(
        wrap(text, Infinity).join('').replaceAll(' ', ''),
      )
      for (const line of shown) expect(line).toMatch(/^[^[\]]*(\[U\+[0-9A-F]+\])*[^[\]]*$/)
    }
  })

  it('composes characters where possible, so that e and its accent are one letter', () => {
    expect(wrap('Cafe\u0301')).toEqual(['Café'])
  })

  it('puts right-to-left words into visual order and leaves numbers readable', () => {
    expect(wrap('שלום עולם')).toEqual(['עולם שלום'])
    expect(wrap('רעפי (שחור) 3')).toEqual(['3 (שחור) רעפי'])
    expect(wrap('Roof סעיף 12 end')).toEqual(['Roof 12 סעיף end'])
  })
})

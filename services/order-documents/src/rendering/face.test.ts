import { describe, expect, test } from 'vitest'
import { openFace } from './face.ts'
import { fontFiles } from './font-files.ts'

const open = () => {
  const [latin] = fontFiles('regular')
  if (latin === undefined) throw new Error('there is no font')
  return openFace(latin.key, latin.path)
}

const codePointsOf = (face: ReturnType<typeof openFace>, text: string): number[][] =>
  face.font.layout(text).glyphs.map(({ codePoints }) => codePoints)

const spelled = (text: string): number[][] => Array.from(text, (c) => [c.codePointAt(0) ?? 0])

describe('the characters that a reader copies out of a document', () => {
  test('are those of the text, whatever was drawn before with the same glyphs', () => {
    const face = open()
    // pdfkit asks for the parts of a composite glyph, such as the points of a colon, without characters.
    for (const { id } of open().font.layout('41.50').glyphs) face.font.getGlyph(id)
    expect(codePointsOf(face, '41.50')).toEqual(spelled('41.50'))
  })

  test('are told apart where two characters share a glyph', () => {
    const face = open()
    // In Inter the modifier letter apostrophe is drawn as the quotation mark.
    expect(codePointsOf(face, 'O\u02bcBrien')).toEqual(spelled('O\u02bcBrien'))
    expect(codePointsOf(face, 'O\u2019Brien')).toEqual(spelled('O\u2019Brien'))
  })
})

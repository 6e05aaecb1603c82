import { describe, expect, it } from 'vitest'
import { nameFile } from './filename.ts'

const options = { fallback: 'order', extension: 'pdf' }

describe('nameFile', () => {
  it.each([
    [
      ['12 Oak Street', 'Roof', 'ABC Building Supply', 'PO-7'],
      '12 Oak Street - Roof - ABC Building Supply - PO-7.pdf',
    ],
    [['12 Oak Street', null, 'ABC', null], '12 Oak Street - ABC.pdf'],
    [['Größe', '屋根'], 'Größe - 屋根.pdf'],
    [['../../etc/passwd'], 'etc passwd.pdf'],
    [['a\r\nSet-Cookie: x'], 'a Set-Cookie x.pdf'],
    [['C:\\temp\\"x"'], 'C temp x.pdf'],
    [['invoice\u202Efdp.exe'], 'invoice fdp.exe.pdf'],
    [['.hidden.'], 'hidden.pdf'],
    [['-rf'], 'rf.pdf'],
    [['', null, '???'], 'order.pdf'],
    [['\ud83c'], '\ufffd.pdf'],
  ])('%j → %s', (parts, expected) => {
    expect(nameFile(parts, options)).toBe(expected)
  })

  it('stays short enough for every file system without cutting a character', () => {
    const name = nameFile(['🏠'.repeat(300), '🏠'.repeat(300), '屋'.repeat(300)], options)

    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(210)
    expect(name.isWellFormed()).toBe(true)
  })
})

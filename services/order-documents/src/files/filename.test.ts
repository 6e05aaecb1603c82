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

  it.each([
    [
      'Cyrillic',
      [
        'Иванов дом на улице Пушкина, крыша и водостоки',
        'Кровля металлочерепица и комплектующие',
        'Стройматериалы Северо-Запад и партнеры',
      ],
    ],
    ['Japanese', ['屋根工事'.repeat(20), '材料表'.repeat(20), '株式会社'.repeat(20)]],
    ['emoji', Array.from({ length: 3 }, () => '🏠'.repeat(30))],
  ])('keeps number and copy, and the beginning of each name, in %s', (_script, parts) => {
    const copies = [['Office copy with prices'], ['Crew work order'], []]
    const names = copies.map((copy) =>
      nameFile(parts, { ...options, ending: [`PO-${'1'.repeat(61)}`, ...copy] }),
    )

    for (const [index, copy] of copies.entries()) {
      const ending = [`PO-${'1'.repeat(61)}`, ...copy].map((part) => ` - ${part}`).join('')
      expect(names[index]?.endsWith(`${ending}.pdf`)).toBe(true)
      expect(Buffer.byteLength(names[index] ?? '')).toBeLessThanOrEqual(204)
      const shown = names[index]?.split(' - ') ?? []
      for (const [at, part] of parts.entries()) expect(part.startsWith(shown[at] ?? '?')).toBe(true)
    }
  })

  it.each(['🏠', '1'])('keeps the copy where the number alone is too long: of %s', (character) => {
    const ending = [character.repeat(200), 'Orden de cambio', 'Copia de oficina con precios']
    const name = nameFile(['12 Oak Street'], { ...options, ending })

    expect(name).toMatch(/^[🏠1]+ - Orden de cambio - Copia de oficina con precios\.pdf$/u)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(204)
  })

  it('stays short enough for every file system without cutting a character', () => {
    const name = nameFile(['🏠'.repeat(300), '🏠'.repeat(300), '屋'.repeat(300)], options)

    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(210)
    expect(name.isWellFormed()).toBe(true)
  })
})

import { expect, test, vi } from 'vitest'
import { firstShown, readPrices, rowsOf } from './import-rows.ts'

test('a file fits as long as its request does: quotes count twice', async () => {
  const isRead = async (text: string) => (await readPrices(new File([text], 'a.csv'))) === text
  expect(await isRead('a'.repeat(900_000))).toBe(true)
  expect(await isRead('"'.repeat(500_000))).toBe(false)
  expect(await isRead('ñ'.repeat(500_000))).toBe(false)
})

test('a file that is larger than any request is refused without being read', async () => {
  const file = new File(['a'.repeat(1_000_000)], 'a.csv')
  const read = vi.spyOn(file, 'arrayBuffer')
  expect(await readPrices(file)).toBeUndefined()
  expect(read).not.toHaveBeenCalled()
})

test.each([
  ['UTF-8', [0x48, 0x44, 0x5a, 0xc2, 0xae], 'HDZ®'],
  ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0xc2, 0xae], '®'],
  ['Windows-1252, as Excel saves it', [0x48, 0x44, 0x5a, 0xae, 0x20, 0x80], 'HDZ® €'],
])('a file in %s is read', async (_, bytes, text) => {
  expect(await readPrices(new File([Uint8Array.from(bytes)], 'a.csv'))).toBe(text)
})

test('rows are shown by what comes of them', () => {
  const rows = [{ change: 'added' }, { change: 'refused' }]

  expect(rowsOf(rows, 'refused')).toEqual([{ change: 'refused' }])
  expect(rowsOf(rows, 'all')).toBe(rows)
})

test.each([
  [{ added: 1, changed: 1, unchanged: 1, refused: 1 }, 'refused'],
  [{ added: 1, changed: 1, unchanged: 1, refused: 0 }, 'changed'],
  [{ added: 1, changed: 0, unchanged: 1, refused: 0 }, 'added'],
  [{ added: 0, changed: 0, unchanged: 1, refused: 0 }, 'all'],
])('of %j the rows %j are shown first', (counts, expected) => {
  expect(firstShown(counts)).toBe(expected)
})

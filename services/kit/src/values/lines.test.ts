import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'

const linesIn = (...pieces: readonly string[]) => Array.fromAsync(linesOf(piecesOf(pieces)))

async function* piecesOf(pieces: readonly string[]) {
  yield* pieces
}

test('lines end at \\n only, wherever the pieces of the text end', async () => {
  const text = 'a\u2028b\u2029c\u0085d\re\r\n\n2\n3'
  const lines = ['a\u2028b\u2029c\u0085d\re\r', '', '2', '3']
  expect(await linesIn(text)).toEqual(lines)
  expect(await linesIn(...text.split(''))).toEqual(lines)
  expect(await linesIn(`${text}\n`)).toEqual(lines)
})

test('a text without characters has no lines', async () => {
  expect(await linesIn()).toEqual([])
  expect(await linesIn('', '')).toEqual([])
})

test('a line that is longer than the limit is refused with its number before the rest is read', async () => {
  const limit = { lengthMax: 3, errorOf: (line: number) => new Error(`line ${line} is too long`) }
  async function* endless() {
    yield 'a\nb\n\n'
    for (;;) yield 'cc'
  }
  const lines = linesOf(endless(), limit)
  for (const line of ['a', 'b', '']) expect(await lines.next()).toMatchObject({ value: line })
  await expect(lines.next()).rejects.toThrow('line 4 is too long')
})

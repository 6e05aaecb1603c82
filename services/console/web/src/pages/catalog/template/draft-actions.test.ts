import { expect, test } from 'vitest'
import { reduceTemplate } from './draft-actions.ts'
import { lineOf, templateOf } from './testing.ts'

const [a, b, c] = [lineOf('a', { id: 1 }), lineOf('b', { id: 2 }), lineOf('c', { id: 3 })] as const
const draft = templateOf(a, b, c)
const keys = (after: ReturnType<typeof reduceTemplate>) => after.lines.map(({ key }) => key)

test('a change of one line leaves the others the same objects', () => {
  const after = reduceTemplate(draft, { kind: 'line', key: 'b', values: { name: 'B' } })

  expect(after.lines[0]).toBe(a)
  expect(after.lines[1]).toEqual({ ...b, name: 'B' })
  expect(after.lines[2]).toBe(c)
})

test('a copy stands behind its line and is new', () => {
  const after = reduceTemplate(draft, { kind: 'copy', key: 'a', newKey: 'x' })

  expect(keys(after)).toEqual(['a', 'x', 'b', 'c'])
  expect(after.lines[1]).toEqual({ ...a, key: 'x', id: null })
})

test('a line moves by one place, and not beyond the ends', () => {
  expect(keys(reduceTemplate(draft, { kind: 'move', key: 'c', by: -1 }))).toEqual(['a', 'c', 'b'])
  expect(reduceTemplate(draft, { kind: 'move', key: 'a', by: -1 }).lines).toBe(draft.lines)
  expect(reduceTemplate(draft, { kind: 'move', key: 'c', by: 1 }).lines).toBe(draft.lines)
})

test('a removed line can be put back where it was', () => {
  const removed = reduceTemplate(draft, { kind: 'remove', key: 'b' })
  const back = reduceTemplate(removed, { kind: 'insert', line: b, at: 1 })

  expect(keys(removed)).toEqual(['a', 'c'])
  expect(back).toEqual(draft)
})

test('a line is added at the end', () => {
  const after = reduceTemplate(draft, { kind: 'insert', line: lineOf('x') })

  expect(keys(after)).toEqual(['a', 'b', 'c', 'x'])
})

test('what names a line that is gone changes nothing', () => {
  expect(reduceTemplate(draft, { kind: 'copy', key: 'gone', newKey: 'x' })).toBe(draft)
  expect(reduceTemplate(draft, { kind: 'move', key: 'gone', by: 1 })).toEqual(draft)
})

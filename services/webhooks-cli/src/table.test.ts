import { describe, expect, test } from 'vitest'
import { duration, table } from './table.ts'

test('columns are aligned, numbers to the right, and an empty cell is a dash', () => {
  expect(
    table(
      ['webhook', 'url', 'due'],
      [
        [1, 'https://a.example', 100],
        [12, 'x', null],
      ],
    ),
  ).toBe(
    [
      'webhook  url                due',
      '      1  https://a.example  100',
      '     12  x                    -',
      '',
    ].join('\n'),
  )
})

test('a cell is one line and not too long', () => {
  expect(table(['error'], [[`a\nb${'c'.repeat(100)}`]])).toBe(`error\na b${'c'.repeat(76)}…\n`)
})

test('a cell is cut between characters', () => {
  const row = '🏠'.repeat(80)
  expect(table(['error'], [[row], [`${row}x`]])).toBe(`error\n${row}\n${'🏠'.repeat(79)}…\n`)
})

test('text from outside cannot move the cursor or reverse the text', () => {
  expect(table(['error'], [['a\u001B[2J\u202Eb']])).toBe('error\na\\u001b[2J\\u202eb\n')
})

describe('durations', () => {
  test.each([
    [59.4, '59 s'],
    [60, '1 min 0 s'],
    [3_599.6, '1 h 0 min'],
    [90_000, '1 d 1 h'],
  ])('%d', (seconds, text) => expect(duration(seconds)).toBe(text))
})

import { expect, test } from 'vitest'
import { printable, printableLine } from './printable.ts'

test('control characters, line breaks of Unicode and directions are visible; line ends stay', () => {
  expect(printable('a\u001B[2J\u009b\u202Eb\u2028c\u2029\r\n"ñ"')).toBe(
    'a\\u001b[2J\\u009b\\u202eb\\u2028c\\u2029\\u000d\n"ñ"',
  )
})

test('a printable line has no line end', () => {
  expect(printableLine('a\nb\u001b')).toBe('a\\u000ab\\u001b')
})

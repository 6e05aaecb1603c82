import { expect, it } from 'vitest'
import { windowText } from './time-window.ts'
import { english } from './words-en.ts'
import { spanish } from './words-es.ts'

it.each([
  ['ANY', 'Any time', 'A cualquier hora'],
  ['FIRST_STOP', 'First stop', 'Primera parada'],
  ['07:00-10:30', '7:00 AM – 10:30 AM', '7:00 a. m. – 10:30 a. m.'],
  ['11:30-13:00', '11:30 AM – 1:00 PM', '11:30 a. m. – 1:00 p. m.'],
  ['00:00-12:00', '12:00 AM – 12:00 PM', '12:00 a. m. – 12:00 p. m.'],
  ['whenever', 'whenever', 'whenever'],
])('writes the window %s as %s, in Spanish %s', (window, en, es) => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  expect(plain(windowText(window, english.delivery, 'en'))).toBe(en)
  expect(plain(windowText(window, spanish.delivery, 'es'))).toBe(es)
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  deliveryErrorEs,
  deliveryErrorPatterns,
} from '../../services/console/web/src/i18n/delivery-errors-es.ts'

const document = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
const [, troubleshooting = ''] = document.split('\n## Troubleshooting\n')
/** All that there are: another test compares the table with the sources. */
const errors = [...troubleshooting.matchAll(/^\| `([^`]+)` +\|/gm)]
  .map(([, text = '']) => text.replace('…', '503'))
  .filter((text) => !text.startsWith('pending'))

test('each error of a delivery is in Spanish', () => {
  expect(errors.length).toBeGreaterThanOrEqual(16)
  expect(errors.filter((error) => deliveryErrorEs(error) === error)).toEqual([])
  const unused = deliveryErrorPatterns.filter(
    (pattern) => !errors.some((text) => pattern.test(text)),
  )
  expect(unused).toEqual([])
})

test('an error has its status in Spanish, and an unknown one stays as it is', () => {
  expect(deliveryErrorEs('answered 500')).toBe('Respondió 500')
  expect(deliveryErrorEs('a new error')).toBe('a new error')
})

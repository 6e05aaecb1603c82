import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rulePatterns, ruleEs } from '../../services/console/web/src/i18n/rules-es.ts'

const document = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
/** The messages of the table of mistakes, each of which a test receives from the server. */
const messages = [...document.matchAll(/\| `(?=[^`]*\s)([^`]+)`\s*\|$/gm)].map(
  ([, text = '']) => text,
)

test('each rule that the console has in Spanish is one that the server states', () => {
  const unused = rulePatterns.filter((pattern) => !messages.some((text) => pattern.test(text)))
  expect(unused).toEqual([])
})

test('a rule is in Spanish with its values, and an unknown one stays as it is', () => {
  expect(ruleEs('listItems[0].quantity must be from 0 to 1000000.')).toBe(
    'Debe estar entre 0 y 1000000.',
  )
  expect(ruleEs('name must have at most 250 characters; it has 251.')).toBe(
    'Puede tener 250 caracteres como máximo.',
  )
  expect(ruleEs('A new rule.')).toBe('A new rule.')
})

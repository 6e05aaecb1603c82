import { readFile } from 'node:fs/promises'
import { describeVariables } from '@takeoff/kit/testing/describe-variables'
import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { variables } from './config.ts'

const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')

test('docs/operations.md contains the table of variables', () => {
  // oxfmt pads the columns of tables in Markdown.
  const unpadded = page.replaceAll(/ +\|/g, ' |').replaceAll(/-{3,}/g, '---')
  expect(unpadded).toContain(describeVariables(variables))
})

test('docs/operations.md names every command', () => {
  const table = page.slice(page.indexOf('| Command '))
  for (const { name } of commands) expect(table).toMatch(new RegExp(`^\\| \`${name}\\b`, 'm'))
})

import { readFileSync } from 'node:fs'
import { describeVariables } from '@takeoff/kit/testing/describe-variables'
import { expect, test } from 'vitest'
import { commandVariables } from './config.ts'

test('the README contains the table of the variables', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(describeVariables(commandVariables))
})

import { expect, test } from 'vitest'
import { runCli } from './cli.ts'
import { readConfig } from './config.ts'

test('the help lists below "For integrators" only what needs no access to the operator API', async () => {
  let text = ''
  const out = (part: string): void => void (text += part)
  await runCli(['--help'], { readConfig, out, err: out })
  const [forIntegrators = '', forOperators = ''] = text.split('For operators')
  const named = (help: string) =>
    [...help.matchAll(/^ {2}(\w+(?: [a-z]+)?)/gm)].map(([, name]) => name)
  expect(named(forIntegrators)).toEqual(['listen'])
  expect(named(forOperators)).toContain('audit verify')
})

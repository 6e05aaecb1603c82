import { expect, test } from 'vitest'
import { runCli } from './cli.ts'
import { readConfig } from './config.ts'

/** Runs a command that ends before it sends a request. */
async function call(...args: readonly string[]) {
  let out = ''
  let err = ''
  const code = await runCli(args, {
    readConfig: () => readConfig({}),
    stop: new AbortController().signal,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  })
  return { code, out, err }
}

test.each([
  ['audit verify foo.ndjson', "Unexpected argument 'foo.ndjson'"],
  ['stuck foo', "Unexpected argument 'foo'"],
  ['listen foo', "Unexpected argument 'foo'"],
  ['requeue dead 5', "Unexpected argument '5'"],
  ['poison show 5 6', 'Give one id, not 2'],
])('"%s" has an argument too many', async (command, message) => {
  expect(await call(...command.split(' '))).toEqual({
    code: 2,
    out: '',
    err: `${message}. --help shows what there is.\n`,
  })
})

test('the help of a word has its commands, and not those of others', async () => {
  const { code, out } = await call('audit', '--help')
  expect(code).toBe(0)
  expect(out).toContain('audit verify [--org ID]')
  expect(out).not.toContain('listen')
})

test('the help of a command is that of its word', async () => {
  expect(await call('audit', 'verify', '--help')).toEqual(await call('audit', '--help'))
})

test('-h is short for --help', async () => {
  expect(await call('-h')).toEqual(await call('--help'))
})

test('the help lists below "For integrators" only what needs no access to the operator API', async () => {
  const { out } = await call('--help')
  const [forIntegrators = '', forOperators = ''] = out.split('For operators')
  const named = (help: string) =>
    [...help.matchAll(/^ {2}(\w+(?: [a-z]+)?)/gm)].map(([, name]) => name)
  expect(named(forIntegrators)).toEqual(['listen'])
  expect(named(forOperators)).toContain('audit verify')
})

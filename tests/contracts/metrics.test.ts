import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readRepositoryFile } from '../support/processes.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** Names in the code that declares metrics. Those of the webhook service are compared with its running process. */
const declared = globSync('{gateway,services/*}/src/**/*.ts', { cwd: root })
  .map((file) => readRepositoryFile(file))
  .filter((code) => /from '(?:prom-client|.*\/service\/metrics(?:\.ts)?)'/.test(code))
  .flatMap((code) => [...code.matchAll(/\b(?:name:|NAME =) '([a-z]+(?:_[a-z]+)+)'/g)])
  .map(([, name = '']) => name)
  .filter((name) => !name.startsWith('webhooks_'))

const namesIn = (text: string): string[] =>
  [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)[`{]/g)].map(([, name = '']) => name)

test('each metric is explained in docs/telemetry.md or docs/operations.md', () => {
  const explained = new Set(
    ['docs/telemetry.md', 'docs/operations.md'].flatMap((file) =>
      namesIn(readRepositoryFile(file)).map((name) => name.replace(/_(?:count|bucket)$/, '')),
    ),
  )
  expect(declared).not.toEqual([])
  expect(declared.filter((name) => !explained.has(name))).toEqual([])
})

test('each metric in the table of docs/telemetry.md exists', () => {
  const rows = readRepositoryFile('docs/telemetry.md').split('\n')
  const named = rows.flatMap((row) => namesIn(/^\|([^|]+)\|/.exec(row)?.[1] ?? ''))
  expect(named).not.toEqual([])
  expect(named.filter((name) => !declared.includes(name))).toEqual([])
})

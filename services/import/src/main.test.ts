import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compileCacheFolder } from '@takeoff/kit/build/compile-cache'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { expect, test } from 'vitest'

const { path: folder } = await disposeAfterAll(openTemporaryFolder('takeoff-import'))
const main = path.join(import.meta.dirname, 'main.ts')
const env = {
  INIT_CWD: folder,
  TAKEOFF_HOME: folder,
  NODE_COMPILE_CACHE: compileCacheFolder,
}

/** Runs the command without a platform, on files with these contents. */
function runImport(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    env,
    encoding: 'utf8',
    timeout: 30_000,
  })
  return { status, lines: stdout.trimEnd().split('\n'), stderr }
}

test('a dry run reports bad records and unknown keys with their lines, and sends nothing', () => {
  const rows = [
    'externalIdentifier,name,roof.ridge.length',
    'A,"Two',
    'lines",1',
    'B,,2',
    'B,,3',
    'C,,4',
  ]
  const ran = runImport(
    { 'a.csv': rows.join('\n'), 'b.json': '[]' },
    '--dry-run',
    'a.csv',
    'b.json',
  )
  expect(ran).toEqual({
    status: 1,
    stderr: '',
    lines: [
      'a.csv:2: record 1 key "A": name must be one line of printable characters',
      'a.csv:5: record 3 key "B": externalIdentifier is that of record 2 too',
      'a.csv:4: measurements.roof.ridge is no known key (in 3 jobs): nothing is computed from it. Did you mean measurements.roof.ridges?',
      'a.csv: 4 records: 2 valid, 2 refused; a dry run: nothing was sent',
      'b.json: 0 records: 0 valid, 0 refused; a dry run: nothing was sent',
    ],
  })
  expect(readdirSync(folder).sort()).toEqual(['a.csv', 'b.json'])
})

test('a dry run of a file that ends too early says so on the last line', () => {
  const ran = runImport({ 'c.json': '[{"externalIdentifier":"A"},\n{' }, '--dry-run', 'c.json')
  expect(ran).toEqual({
    status: 1,
    lines: ['c.json: 1 records: 1 valid, 0 refused; a dry run: nothing was sent'],
    stderr:
      'Not finished: c.json is not JSON after record 1: it ends too early. Repair it and start again; what is imported stays as it is.\n',
  })
})

test.each([
  [['none.csv'], `There is no file ${path.join(folder, 'none.csv')}.\n`],
  [
    ['--dry-run', '--job', 'A-17', 'f.ndjson'],
    '--job is the job of a measurement file, and f.ndjson has records. Each has the externalIdentifier of its job; leave out --job.\n',
  ],
])('%j is wrong usage: exit code 2, and one line that says why', (args, stderr) => {
  expect(runImport({ 'f.ndjson': '' }, ...args)).toEqual({ status: 2, lines: [''], stderr })
})

test('an import that cannot write its journal says so on the last line, and how to go on', () => {
  const target = ['--url', 'http://127.0.0.1:1/graphql', '--token', 'T', '--org', '1']
  const ran = runImport({ imports: '', 'd.json': '[]' }, ...target, 'd.json')
  expect(ran).toEqual({
    status: 1,
    lines: [''],
    stderr: `Not finished: EEXIST: file already exists, mkdir '${path.join(folder, 'imports')}'. The same command goes on from there.\n`,
  })
})

const NOWHERE = ['--url', 'http://127.0.0.1:1/graphql', '--token', 'T', '--org', '1']

test('an empty measurement file is refused without sending it', () => {
  expect(runImport({ 'empty.xml': '' }, ...NOWHERE, 'empty.xml')).toEqual({
    status: 1,
    lines: ['empty.xml: the file is empty'],
    stderr: '',
  })
})

test('a second import of a file is refused while the first one runs, and not after it was killed', async () => {
  rmSync(path.join(folder, 'imports'), { recursive: true, force: true })
  const files = { 'twice.ndjson': '{"externalIdentifier":"A","name":"A","measurements":{}}' }
  writeFileSync(path.join(folder, 'twice.ndjson'), files['twice.ndjson'])
  // Nothing listens: it tries for two minutes.
  const start = () =>
    spawn(process.execPath, [main, ...NOWHERE, 'twice.ndjson'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  const first = start()
  const ended = once(first, 'exit')
  await once(first.stderr, 'data')

  expect(runImport(files, ...NOWHERE, 'twice.ndjson')).toEqual({
    status: 1,
    lines: [''],
    stderr: expect.stringContaining(
      `Not finished: Another import of this file runs (process ${first.pid}).`,
    ) as string,
  })
  first.kill('SIGKILL')
  await ended
  expect(readdirSync(path.join(folder, 'imports'))).toEqual([expect.stringMatching(/\.lock$/)])
  const third = start()
  const [said] = (await once(third.stderr, 'data')) as [Buffer]
  expect(String(said)).not.toContain('Another import')
  third.kill('SIGINT')
  expect(await once(third, 'exit')).toEqual([130, null])
  expect(readdirSync(path.join(folder, 'imports'))).toEqual([])
})

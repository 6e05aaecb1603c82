import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { UnknownMeasurements } from '@takeoff/contracts/jobs/unknown-measurements'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkFile, importFile } from './import-file.ts'
import { openJournal } from './journal.ts'
import { readRecords } from './read-records.ts'

const { path: home } = await disposeAfterAll(openTemporaryFolder('takeoff-import-file'))
const { signal: stop } = new AbortController()

async function fileOf(name: string, text: string) {
  const file = { name, path: path.join(home, name) }
  await writeFile(file.path, text)
  return file
}

/** What is written to standard output until the test ends. */
function outputOf() {
  let text = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
    text += String(piece)
    return true
  })
  onTestFinished(() => write.mockRestore())
  return () => text
}

test('characters of a file can neither move the cursor of a terminal nor write lines of a report', async () => {
  const key = '\u001b[2J\u009b\u2028\nb.ndjson: 9 records: 9 valid'
  const records = [
    { externalIdentifier: 'A', [key]: 1 },
    { externalIdentifier: `B${key}`, name: '\u0007' },
    { externalIdentifier: 'C', measurements: { roof: { [key]: 1 } } },
  ]
  const file = await fileOf('a.ndjson', records.map((one) => JSON.stringify(one)).join('\n'))
  const output = outputOf()
  expect(await checkFile({ ...file, stop })).toBe(2)
  const lines = output().split('\n')
  expect(lines.map((line) => line.slice(0, 11))).toEqual([
    'a.ndjson:1:',
    'a.ndjson:2:',
    'a.ndjson:3:',
    'a.ndjson: 3',
    '',
  ])
  expect(lines.filter((line) => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(line))).toEqual([])
  expect(output()).toContain('measurements.roof.\\u001b[2J\\u009b\\u2028\\u000ab.ndjson: 9 records')
})

test('the error for a file that cannot be read has no control characters of the file', async () => {
  const file = await fileOf('a.csv', 'name\u001b[2J,key\nA,B\n')
  const records = readRecords({ ...file, stop, onBytes: () => undefined })
  await expect(Array.fromAsync(records)).rejects.toThrow('there are: name\\u001b[2J, key.')
})

test('a check and an import that are stopped end without reading the rest of the file', async () => {
  const file = await fileOf('c.ndjson', '{"externalIdentifier":"A"}\n')
  const target = { url: 'http://127.0.0.1:1/graphql', token: 'token', orgId: 1 }
  const output = outputOf()
  const stopped = { ...file, stop: AbortSignal.abort() }
  expect(await checkFile(stopped)).toBe(0)
  expect(output()).toBe(
    'c.ndjson: 0 records: 0 valid, 0 refused; not finished; a dry run: nothing was sent\n',
  )
  await expect(importFile({ ...stopped, target, home })).rejects.toThrow('aborted')
})

test('an import that is stopped while it skips what an earlier run has imported is not finished', async () => {
  const file = await fileOf('e.ndjson', '{"externalIdentifier":"A"}\n'.repeat(10_000))
  const target = { url: 'http://127.0.0.1:1/graphql', token: 'token', orgId: 1 }
  const journal = await openJournal(file.path, target, home)
  await journal.append({ last: 9_999, created: 9_999, changed: 0, unchanged: 0, refusals: [] })
  await journal[Symbol.asyncDispose]()
  const stopped = new AbortController()
  // Called with each record that was read.
  const read = vi
    .spyOn(UnknownMeasurements.prototype, 'add')
    .mockImplementation(() => stopped.abort())
  let output = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
    output += String(piece)
    return true
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await importFile({ ...file, target, home, stop: stopped.signal })
  expect(output).toMatch(/going on after record 9999[^]*; not finished \(/)
  expect(read.mock.calls.length).toBeLessThan(10_000)
  expect(existsSync(journal.path)).toBe(true)
})

test.each(['d.ndjson', 'd.json', 'd.csv'])(
  'the read of %s ends when it is stopped',
  async (name) => {
    const file = await fileOf(name, 'externalIdentifier\nA\n')
    const records = readRecords({ ...file, stop: AbortSignal.abort(), onBytes: () => undefined })
    await expect(Array.fromAsync(records)).rejects.toThrow('aborted')
  },
)

test('an import whose journal lacks the results of records does not succeed, and begins anew when it is repeated', async () => {
  const file = await fileOf('b.ndjson', '{"externalIdentifier":"A"}\n{"externalIdentifier":"B"}\n')
  const target = { url: 'http://127.0.0.1:1/graphql', token: 'token', orgId: 1 }
  const journal = await openJournal(file.path, target, home)
  await journal.append({ last: 2, created: 1, changed: 0, unchanged: 0, refusals: [] })
  await journal[Symbol.asyncDispose]()

  outputOf()
  await expect(importFile({ ...file, target, home, stop })).rejects.toThrow(
    'b.ndjson: the results of 1 records were lost',
  )
  expect(existsSync(journal.path)).toBe(false)
})

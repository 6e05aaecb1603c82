import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkFile, importFile } from './import-file.ts'
import { openJournal } from './journal.ts'
import { readRecords } from './read-records.ts'

const { path: home } = await disposeAfterAll(openTemporaryFolder('takeoff-import-file'))

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
  expect(await checkFile(file)).toBe(2)
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
  const records = readRecords({ ...file, onBytes: () => undefined })
  await expect(Array.fromAsync(records)).rejects.toThrow('there are: name\\u001b[2J, key.')
})

test('an import whose journal lacks the results of records does not succeed, and begins anew when it is repeated', async () => {
  const file = await fileOf('b.ndjson', '{"externalIdentifier":"A"}\n{"externalIdentifier":"B"}\n')
  const target = { url: 'http://127.0.0.1:1/graphql', token: 'token', orgId: 1 }
  const journal = await openJournal(file.path, target, home)
  await journal.append({ last: 2, created: 1, changed: 0, unchanged: 0, refusals: [] })
  await journal[Symbol.asyncDispose]()

  outputOf()
  const { signal: stop } = new AbortController()
  await expect(importFile({ ...file, target, home, stop })).rejects.toThrow(
    'b.ndjson: the results of 1 records were lost',
  )
  expect(existsSync(journal.path)).toBe(false)
})

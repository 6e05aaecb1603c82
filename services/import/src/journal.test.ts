import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openJournal } from './journal.ts'

const home = await mkdtemp(path.join(tmpdir(), 'takeoff-journal-'))
const file = path.join(home, 'jobs.csv')
const target = { url: 'http://127.0.0.1/graphql', token: 'token', orgId: 1 }
afterAll(() => rm(home, { recursive: true, force: true }))
beforeEach(async () => {
  await rm(path.join(home, 'imports'), { recursive: true, force: true })
  await writeFile(file, 'externalIdentifier\nA\n')
})

const refusal = { record: 3, line: 4, key: 'A\n"1"', path: 'name', reason: 'is bad' }
const entry = (last: number) => ({
  last,
  created: 2,
  changed: 0,
  unchanged: 0,
  refusals: [refusal],
})

test('outlives the process', async () => {
  const first = await openJournal(file, target, home)
  expect([first.done, first.refused]).toEqual([0, 0])
  await first.append(entry(500))
  await first.append(entry(1000))
  await first[Symbol.asyncDispose]()

  const second = await openJournal(file, { ...target, token: 'new' }, home)
  expect([second.done, second.refused]).toEqual([1000, 2])
  const entries: unknown[] = []
  for await (const each of second.entries()) entries.push(each)
  expect(entries).toEqual([entry(500), entry(1000)])
  await second.remove()
  await second[Symbol.asyncDispose]()
  expect(await readdir(path.join(home, 'imports'))).toEqual([])
})

test('keeps an entry whose texts have line breaks of Unicode', async () => {
  const withBreaks = { ...entry(500), refusals: [{ ...refusal, key: 'B\u2028X', path: 'a\u2029' }] }
  await using journal = await openJournal(file, target, home)
  await journal.append(withBreaks)
  expect(await Array.fromAsync(journal.entries())).toEqual([withBreaks])
})

test('skips a line that a kill truncated, and can be appended to', async () => {
  const first = await openJournal(file, target, home)
  await first.append(entry(500))
  await appendFile(first.path, `\n${JSON.stringify(entry(1000)).slice(0, -9)}`)
  await first[Symbol.asyncDispose]()

  const second = await openJournal(file, target, home)
  expect(second.done).toBe(500)
  await second.append(entry(1000))
  await second[Symbol.asyncDispose]()
  await using third = await openJournal(file, target, home)
  expect(third.done).toBe(1000)
})

test('belongs to one content, organization and address', async () => {
  const first = await openJournal(file, target, home)
  await first.append(entry(500))
  await first[Symbol.asyncDispose]()
  expect((await openJournal(file, { ...target, orgId: 2 }, home)).done).toBe(0)
  expect((await openJournal(file, { ...target, url: 'http://else/graphql' }, home)).done).toBe(0)
  await writeFile(file, 'externalIdentifier\nB\n')
  expect((await openJournal(file, target, home)).done).toBe(0)
})

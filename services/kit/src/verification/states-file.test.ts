import fs, { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { UsageError } from '../service/command-line.ts'
import { mergeById } from './merge-by-id.ts'
import { States } from './states-file.ts'

const AT = '2026-11-26T10:00:00.000Z'
const HEADER = { service: 'order-documents', at: AT, types: ['order', 'order-document'] }

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'states-'))
  file = path.join(folder, 'states.ndjson')
})
afterAll(() => rm(folder, { recursive: true }))

const state = (type: string, id: string) => {
  return { type, id, sequence: 1, createdAt: AT, updatedAt: AT, waiting: [2] }
}

async function read(...lines: readonly (object | string)[]) {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  await writeFile(file, texts.join('\n'))
  await using states = await States.open(file)
  const orders = await Array.fromAsync(states.of('order'))
  const documents = await Array.fromAsync(states.of('order-document'))
  states.requireEnd()
  return { header: states.header, orders, documents }
}

test('the states of each type are read in order', async () => {
  const [a, b, c] = [state('order', '1'), state('order', '2'), state('order-document', '1')]
  expect(await read(HEADER, a, b, c, { aggregates: 3 })).toEqual({
    header: HEADER,
    orders: [a, b],
    documents: [c],
  })
  expect(await read(HEADER, c, { aggregates: 1 })).toMatchObject({ orders: [], documents: [c] })
})

test.each([
  ['is empty', []],
  ['is something else', ['{"service":"order-documents"}']],
  ['is no JSON', ['id,sequence']],
  ['ends after a state', [HEADER, state('order', '1')]],
  ['ends within a state', [HEADER, '{"type":"order","id":"1","seq']],
  ['has a state without a number', [HEADER, { type: 'order', id: '1' }, { aggregates: 1 }]],
])('a file that %s is refused', async (_, lines) => {
  await expect(read(...lines)).rejects.toThrow(UsageError)
})

test.each([
  ['was read', [HEADER, { aggregates: 0 }, '']],
  ['is refused for its header', [{}, '']],
])('a file that %s is closed, which Node would report otherwise', async (_, lines) => {
  const open = vi.spyOn(fs, 'open')
  syncBuiltinESMExports()
  onTestFinished(() => {
    open.mockRestore()
    syncBuiltinESMExports()
  })
  await read(...lines).catch(() => undefined)
  expect(open.mock.settledResults).toMatchObject([{ type: 'fulfilled', value: { fd: -1 } }])
})

test('a file that is not there is refused', async () => {
  await expect(States.open(path.join(folder, 'none'))).rejects.toThrow(UsageError)
})

test('two streams are merged by id, in the order of numbers', async () => {
  const stream = async function* (...ids: readonly string[]) {
    for (const id of ids) yield await Promise.resolve({ id })
  }
  const merged = await Array.fromAsync(
    mergeById(stream('2', '9', '10', '100'), stream('1', '9', '100', '101')),
  )
  expect(merged.map(([left, right]) => [left?.id, right?.id])).toEqual([
    [undefined, '1'],
    ['2', undefined],
    ['9', '9'],
    ['10', undefined],
    ['100', '100'],
    [undefined, '101'],
  ])
})

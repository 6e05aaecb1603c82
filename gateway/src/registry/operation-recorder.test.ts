import { hash } from 'node:crypto'
import { parse } from 'graphql'
import { expect, it } from 'vitest'
import { OperationRecorder } from './operation-recorder.ts'
import type { ServedRequest } from './operation-recorder.ts'
import type { OperationRecord } from '@takeoff/supergraph/registry/operation-records'

/** A document of nearly 20,000 characters. */
const longOperation = (number: number) => operationOf(`{ ${'a'.repeat(19_980)}${number} }`)

function operationOf(source: string): ServedRequest {
  return {
    queryHash: hash('sha256', source, 'hex'),
    source,
    document: parse(source),
    operationName: undefined,
    clientName: undefined,
  }
}

async function recordedOf(recorder: OperationRecorder): Promise<readonly OperationRecord[]> {
  let recorded: readonly OperationRecord[] = []
  await recorder.flush((records) => {
    recorded = records
    return Promise.resolve()
  })
  return recorded
}

it('records ten million characters of documents between two writes, and then others again', async () => {
  const recorder = new OperationRecorder()
  for (let number = 0; number < 600; number += 1) recorder.record(longOperation(number))
  recorder.record(longOperation(0))
  const recorded = await recordedOf(recorder)
  expect(recorded.length).toBeLessThanOrEqual(501)
  expect(Math.max(...recorded.map(({ count }) => count))).toBe(2)

  recorder.record(longOperation(599))
  expect(await recordedOf(recorder)).toHaveLength(1)
})

it('does so too when they cannot be written', async () => {
  const recorder = new OperationRecorder()
  const fail = () => recorder.flush(() => Promise.reject(new Error('the registry is away')))
  for (let number = 0; number < 400; number += 1) recorder.record(longOperation(number))
  await expect(fail()).rejects.toThrow('away')
  for (let number = 400; number < 800; number += 1) recorder.record(longOperation(number))
  expect((await recordedOf(recorder)).length).toBeLessThanOrEqual(501)
})

it('adds the counts and the clients of a write that failed to those of the next one', async () => {
  const recorder = new OperationRecorder()
  recorder.record({ ...operationOf('{a}'), clientName: 'shop' })
  await recorder.flush(() => Promise.reject(new Error('away'))).catch(() => undefined)
  recorder.record({ ...operationOf('{a}'), clientName: 'mail' })
  const [recorded] = await recordedOf(recorder)
  expect(recorded).toMatchObject({ count: 2 })
  expect(recorded?.clients.toSorted()).toEqual(['mail', 'shop'])
})

it.each([
  ['as clients send it', '{a}', { document: '{a}', exact: true }],
  ['without its strings', '{ a(b: "c") }', { document: '{\n  a(b: "")\n}', exact: false }],
  ['without its comments', '{ a } # for Ann', { document: '{\n  a\n}', exact: false }],
])('records a document %s, with the hash of what is recorded', async (_how, source, expected) => {
  const recorder = new OperationRecorder()
  recorder.record(operationOf(source))
  const [recorded] = await recordedOf(recorder)
  expect(recorded).toMatchObject({ ...expected, hash: hash('sha256', expected.document, 'hex') })
})

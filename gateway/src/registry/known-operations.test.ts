import { hash } from 'node:crypto'
import type { OperationRecord } from '@takeoff/supergraph/registry/operation-records'
import { print } from 'graphql'
import { expect, it } from 'vitest'
import { knownOperations } from './known-operations.ts'

const record = (document: string, more: Partial<OperationRecord> = {}): OperationRecord => ({
  hash: hash('sha256', document, 'hex'),
  document,
  operationName: null,
  exact: true,
  count: 1,
  lastSeenAt: '2026-01-02T03:04:05.678Z',
  clients: [],
  ...more,
})
const known = (...records: OperationRecord[]): string[] =>
  knownOperations(records).map(({ document }) => print(document).replaceAll(/\s+/g, ' '))

it('operations are planned ahead whose text is recorded', () => {
  expect(known(record('{a}'), record('{ b(c: "") }', { exact: false }))).toEqual(['{ a }'])
})

it('a record decides nothing for another text than its own', () => {
  const { hash } = record('mutation { vendorArchive(id: 1) { id } }')
  expect(known(record('mutation { webhookDelete(id: 1) }', { hash }), record('{ a }'))).toEqual([
    '{ a }',
  ])
})

it.each(['{', '{ a(b: ', `{ ${'a { '.repeat(100_000)}`])(
  'a record that cannot be read (%#) does not keep the others from being planned',
  (document) => {
    expect(known(record(document), record('{ a }'))).toEqual(['{ a }'])
  },
)

import { CHAIN_START, chainRecord } from '@takeoff/contracts/audit-chain'
import { createAuditRecord } from '@takeoff/kit/events/audit'
import { expect, test } from 'vitest'
import { verifyExport } from './audit-chains.ts'

const target = { type: 'vendor', id: 3 } as const
const first = chainRecord(
  CHAIN_START,
  createAuditRecord({}, { orgId: 1, operation: 'vendorConnect', target }),
  '2026-11-26T10:00:00.000Z',
)
const verify = (...records: readonly object[]) =>
  verifyExport(records.map((record) => JSON.stringify(record)))

/** As it would be shown in a terminal. */
const FORGED = '1: 900 records are intact\u001b[2J'

test('a file with other values in place of ids, times or hashes is no audit log, and they are not shown', async () => {
  for (const forged of [
    { orgId: FORGED },
    { sequence: FORGED },
    { recordedAt: FORGED },
    { recordedAt: 1 },
    { previousHash: FORGED },
  ])
    await expect(verify({ ...first, ...forged })).rejects.toThrow(
      'The file holds no audit records.',
    )
  expect(await verify(first, { ...first, sequence: FORGED })).toMatchObject({
    records: 1,
    violation: 'line 2 is no record of this log',
  })
})

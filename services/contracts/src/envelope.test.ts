import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { AUDIT_RECORDED } from './audit-record.ts'
import { envelopeSchema, parseEnvelope } from './envelope.ts'

const samples = new URL('../samples/', import.meta.url)
const sample = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(file, samples), 'utf8')) as Record<string, unknown>

describe('event envelopes', () => {
  test('there is one sample of each event, and parsing leaves it unchanged', () => {
    const files = readdirSync(samples).filter((file) => !file.startsWith(AUDIT_RECORDED))
    expect(files.map((file) => file.replace('.json', '')).sort()).toEqual(
      envelopeSchema.options.map((option) => option.shape.name.value).sort(),
    )
    for (const file of files) expect(parseEnvelope(sample(file))).toEqual(sample(file))
  })

  test('keys of a newer producer are dropped, not refused', () => {
    const message = sample('production-list.created.json')
    expect(parseEnvelope({ ...message, somethingNew: true })).toEqual(message)
  })

  test.each([
    [{ name: 'production-list.deleted' }, 'name'],
    [{ id: '42' }, 'id'],
    [{ orgId: 0 }, 'orgId'],
    [{ data: { productionListId: 1.5, salesOpportunityId: 1, jobId: 1 } }, 'data.productionListId'],
    [{ aggregate: { type: 'order-document', id: '1', sequence: 1 } }, 'aggregate.type'],
    // PostgreSQL refuses to index it, which would fail the intake.
    [{ aggregate: { type: 'production-list', id: '1'.repeat(101), sequence: 1 } }, 'aggregate.id'],
  ])('a message with %j is refused by the path of its violation', (violation, path) => {
    const message = { ...sample('production-list.created.json'), ...violation }
    expect(() => parseEnvelope(message)).toThrow(path)
  })
})

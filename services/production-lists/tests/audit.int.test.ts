import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHarness } from './harness.ts'
import type { TestCaller } from './harness.ts'
import { productUpsert, templateCreate, templateUpdate } from './template-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())
beforeEach(() => harness.database.query('truncate outbox_message'))

const ONLY_ID = '{ template { id } }'
const copy = `mutation ($id: Int!, $name: String!) { templateCopy(id: $id, name: $name) ${ONLY_ID} }`
const archive = `mutation ($id: Int!) { templateArchive(id: $id) ${ONLY_ID} }`
const restore = `mutation ($id: Int!) { templateRestore(id: $id) ${ONLY_ID} }`
const defaults = `mutation ($orgId: Int!, $wasteFactor: Float!) {
  organizationDefaultsUpdate(orgId: $orgId, wasteFactor: $wasteFactor) { wasteFactor }
}`
const importPrices = `mutation ($orgId: Int!, $vendorId: Int!, $csv: String!) {
  priceBookImport(orgId: $orgId, vendorId: $vendorId, csv: $csv) { bookVersion }
}`
const CSV = `sku,name,unit,coverage,coverage_unit,colors,unit_cost,tax_percent,effective_from,effective_to
A,Shingles,BUNDLES,,,,41.5,,2026-01-01,
B,Starter,BUNDLES,,,,54.9,,2026-01-01,`

const line = {
  name: 'Shingles',
  listItemGroupName: 'Roof',
  type: 'MATERIAL',
  measure: [{ measure: 'roof_area' }],
  measurementUnits: 'squares',
  coverage: 0.328,
  quantityUnits: 'BUNDLES',
}
const template = { name: 'Steep', tradeType: 'ROOF', lines: [line, { ...line, name: 'Starter' }] }

async function send(query: string, variables: Record<string, unknown>, caller?: TestCaller) {
  const { data, errors } = await harness.ask(query, variables, caller)
  expect(errors).toEqual([])
  return data
}

/** The operations that were recorded, with their targets and changes. */
async function audited() {
  const records = await harness.audited()
  return records.map(({ operation, target, changes }) => ({ operation, target, changes }))
}

/** How many statements wait for a lock. */
async function lockedOut(): Promise<number> {
  const waiting = await harness.database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.length
}

describe('the audit log has a record of', () => {
  test('each change of a template, with the lines that differ', async () => {
    const { templateCreate: created } = await send(templateCreate, { orgId: 1, template })
    const { id, lines } = created.template
    const [first, second] = lines.map((saved, index) => ({
      ...template.lines[index],
      id: saved.id,
    }))
    const changed = { ...template, name: 'Steeper', lines: [first, { ...second, color: 'Gray' }] }
    await send(templateUpdate, { id, template: changed })
    await send(templateUpdate, { id, template: changed })
    const { templateCopy } = await send(copy, { id, name: 'Copy' })
    await send(archive, { id })
    await send(archive, { id })
    await send(restore, { id })

    const target = { type: 'template', id: String(id) }
    expect(await audited()).toEqual([
      {
        operation: 'templateCreate',
        target,
        changes: expect.objectContaining({
          name: { before: null, after: 'Steep' },
          lines: { before: null, after: ['Shingles', 'Starter'] },
        }) as unknown,
      },
      {
        operation: 'templateUpdate',
        target,
        changes: {
          name: { before: 'Steep', after: 'Steeper' },
          version: { before: 1, after: 2 },
          lines: {
            before: [expect.objectContaining({ name: 'Starter', color: null })],
            after: [expect.objectContaining({ name: 'Starter', color: 'Gray' })],
          },
        },
      },
      {
        operation: 'templateCopy',
        target: { type: 'template', id: String(templateCopy.template.id) },
        changes: { name: { before: null, after: 'Copy' }, copyOf: { before: null, after: id } },
      },
      {
        operation: 'templateArchive',
        target,
        changes: { isArchived: { before: false, after: true } },
      },
      {
        operation: 'templateRestore',
        target,
        changes: { isArchived: { before: true, after: false } },
      },
    ])
  })

  test('each change of a product, and of the defaults of an organization', async () => {
    const product = { name: 'Shingles', productType: 'MATERIAL', sku: 'SH-1' }
    const { productUpsert: created } = await send(productUpsert, { orgId: 1, product })
    const { id } = created.product
    await send(productUpsert, { orgId: 1, id, product: { ...product, sku: 'SH-2' } })
    await send(productUpsert, { orgId: 1, id, product: { ...product, sku: 'SH-2' } })
    await send(defaults, { orgId: 1, wasteFactor: 0.1 })
    await send(defaults, { orgId: 1, wasteFactor: 0.2 })
    await send(defaults, { orgId: 1, wasteFactor: 0.2 })

    const target = { type: 'product', id: String(id) }
    const organization = { type: 'organization', id: '1' }
    expect(await audited()).toMatchObject([
      { operation: 'productUpsert', target, changes: { sku: { before: null, after: 'SH-1' } } },
      { operation: 'productUpsert', target, changes: { sku: { before: 'SH-1', after: 'SH-2' } } },
      {
        operation: 'organizationDefaultsUpdate',
        target: organization,
        changes: { wasteFactor: { before: null, after: 0.1 } },
      },
      { target: organization, changes: { wasteFactor: { before: 0.1, after: 0.2 } } },
    ])
  })

  test('the first two changes of the defaults, sent at once, each with the value that it replaced', async () => {
    const requests = await harness.database.transaction(async (sql) => {
      await sql.query('lock table organization_default in share mode')
      const sent = [0.1, 0.2].map((wasteFactor) =>
        send(defaults, { orgId: 2, wasteFactor }, { orgIds: [2] }),
      )
      await vi.waitUntil(async () => (await lockedOut()) === sent.length, { timeout: 5_000 })
      return { sent }
    })
    await Promise.all(requests.sent)

    const [first, second] = await audited()
    const before = first?.changes['wasteFactor']?.after
    expect([0.1, 0.2]).toContain(before)
    expect([first, second]).toMatchObject([
      { changes: { wasteFactor: { before: null } } },
      { changes: { wasteFactor: { before } } },
    ])
  })

  test('each import of prices that changes the book', async () => {
    await send(importPrices, { orgId: 1, vendorId: 1, csv: CSV })
    await send(importPrices, { orgId: 1, vendorId: 1, csv: CSV })
    expect(await audited()).toEqual([
      {
        operation: 'priceBookImport',
        target: { type: 'price-book', id: '1' },
        changes: {
          version: { before: 0, after: 1 },
          added: { before: null, after: 2 },
          changed: { before: null, after: 0 },
        },
      },
    ])
  })

  test('no change that was refused', async () => {
    await harness.ask(templateCreate, { orgId: 1, template: { ...template, lines: [{}] } })
    await harness.ask(defaults, { orgId: 1, wasteFactor: 7 })
    await harness.ask(importPrices, { orgId: 2, vendorId: 4, csv: CSV })
    expect(await audited()).toEqual([])
  })
})

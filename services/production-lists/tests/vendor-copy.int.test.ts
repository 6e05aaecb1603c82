import type { CopiedVendor } from '@takeoff/contracts/vendor-changes'
import { createLogger } from '@takeoff/kit/service/logger'
import { createMetrics } from '@takeoff/kit/service/metrics'
import type { Metrics } from '@takeoff/kit/service/metrics'
import { interceptedSql } from '@takeoff/kit/testing/intercepted-sql'
import { SubgraphUnavailableError } from '@takeoff/kit/values/errors'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { saveVendorCopies } from '../src/db/vendors/save-vendor-copies.ts'
import { findVendorReading } from '../src/db/vendors/vendor-copy-reads.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { readVendors } from '../src/vendors/read-vendors.ts'
import { startReadingVendors } from '../src/vendors/start-reading-vendors.ts'
import { createVendorMetrics } from '../src/vendors/vendor-metrics.ts'
import { createHarness } from './harness.ts'
import type { TestCaller } from './harness.ts'
import { createMutation, updateMutation } from './list-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { database, vendors } = harness
const copying = { database: database.forWork('vendor-copying') }
/** Changes of this long before the last reading are read again. */
const OVERLAP_MS = 600_000

const vendor = (id: number, changes: Partial<CopiedVendor> = {}): CopiedVendor => ({
  id,
  orgId: id <= 3 ? 1 : 2,
  vendorName: `Vendor ${id}`,
  archivedAt: null,
  updatedAt: '2026-03-01T00:00:00.000Z',
  ...changes,
})
const archived = { archivedAt: '2026-03-02T00:00:00.000Z', updatedAt: '2026-03-02T00:00:00.000Z' }
const copies = () =>
  database.query<{ id: number; vendor_name: string; archived: boolean }>(
    'select id, vendor_name, archived_at is not null as archived from vendor_copy order by id',
  )

beforeEach(async () => {
  vendors.isAway = false
  vendors.archived.clear()
  vendors.asked.length = 0
  await database.query('truncate vendor_copy, vendor_reading, erasure')
})

describe('an update that names vendors', async () => {
  const measurements = { roof: { roof_facets: { area: 2194 } } }
  const { jobId } = await createJob(database, { orgId: 1, name: null, measurements })
  const template = await createTemplate(database, { orgId: 1, lines: [{}] })
  const { data } = await harness.ask(createMutation, { jobId, templateIds: [template.id] })
  const { id, listItems } = data.projectManagementProductionListCreate.productionList
  const tie = async (vendorId: number, caller: TestCaller = {}) => {
    const change = { id: listItems?.[0]?.id, vendorId }
    const { errors } = await harness.ask(updateMutation, { id, listItems: [change] }, caller)
    return errors.map(({ extensions, message }) => extensions['code'] ?? message)
  }

  test('sends no request when the copy knows them, and works while their owner is away', async () => {
    vendors.isAway = true
    await saveVendorCopies(database, [vendor(1), vendor(2)])
    expect(await tie(1)).toEqual([])
    expect(await tie(2)).toEqual([])
  })

  test('requests a vendor that the copy does not know yet', async () => {
    await saveVendorCopies(database, [vendor(1)])
    expect(await tie(3)).toEqual([])
    expect(vendors.asked).toEqual([[{ __typename: 'Vendor', id: 3 }]])
  })

  test('is refused for an unknown vendor while the owner is away', async () => {
    vendors.isAway = true
    expect(await tie(3)).toEqual(['SUBGRAPH_UNAVAILABLE'])
  })

  test('of a list has its first result under the same Idempotency-Key while the owner is away', async () => {
    const caller = { idempotencyKey: 'tie once' }
    expect(await tie(3, caller)).toEqual([])
    vendors.isAway = true
    expect(await tie(3, caller)).toEqual([])
  })

  test('finds a vendor restored that the copy has as archived', async () => {
    await saveVendorCopies(database, [vendor(1, archived)])
    expect(await tie(1)).toEqual([])
    vendors.archived.add(2)
    await saveVendorCopies(database, [vendor(2, archived)])
    expect(await tie(2)).toEqual(['BAD_USER_INPUT'])
  })

  test('goes by the copy for an archived vendor while the owner is away', async () => {
    vendors.isAway = true
    await saveVendorCopies(database, [vendor(2, archived)])
    expect(await tie(2)).toEqual(['BAD_USER_INPUT'])
  })

  test('does not find the vendor of another organization', async () => {
    await saveVendorCopies(database, [vendor(4)])
    expect(await tie(4)).toEqual(['BAD_USER_INPUT'])
    expect(await tie(4, { orgIds: [1, 2] })).toEqual(['BAD_USER_INPUT'])
  })

  test('needs the scope to read vendors, as their owner does', async () => {
    await saveVendorCopies(database, [vendor(3)])
    expect(await tie(3, { granted: { 1: ['lists:write'] } })).toEqual(['FORBIDDEN'])
  })
})

describe('the copy', () => {
  const versions = [1, 2, 3, 4].map((day) =>
    vendor(1, { vendorName: `Name ${day}`, updatedAt: `2026-03-0${day}T00:00:00.000Z` }),
  )

  test('has the newest version, in whatever order the changes arrive, one by one or together', async () => {
    const newest = [{ id: 1, vendor_name: 'Name 4', archived: false }]
    for (const order of permutations(versions)) {
      await database.query('truncate vendor_copy')
      for (const version of [...order, ...order]) await saveVendorCopies(database, [version])
      expect(await copies()).toEqual(newest)
      await database.query('truncate vendor_copy')
      await saveVendorCopies(database, [...order, ...order])
      expect(await copies()).toEqual(newest)
    }
  })

  test('takes vendors that changed after the erasure', async () => {
    await database.query(
      `insert into erasure (subject, subject_id, rows_erased, begun_at) values ('organization', 2, 0, '2026-03-01T00:00:00.000Z')`,
    )
    const later = vendor(4, { updatedAt: '2026-03-01T00:00:00.001Z' })
    await saveVendorCopies(database, [later, vendor(5)])
    expect(await copies()).toMatchObject([{ id: 4 }])
  })

  test('takes no vendor of an organization that was erased', async () => {
    await database.query(
      `insert into erasure (subject, subject_id, rows_erased) values ('organization', 2, 0), ('job', 1, 0)`,
    )
    await saveVendorCopies(database, [vendor(1), vendor(4)])
    expect(await copies()).toMatchObject([{ id: 1 }])
  })
})

describe('reading the vendors', () => {
  /** An owner with pages of two vendors. */
  const ownerOf = (all: readonly CopiedVendor[]) => {
    const paths: string[] = []
    const read = (path: string): Promise<unknown> => {
      paths.push(path)
      const from = Number(/after=(\d+)/.exec(path)?.[1] ?? 0)
      const page = all.slice(from, from + 2)
      const next = from + 2 < all.length ? `since=x&after=${from + 2}` : null
      return Promise.resolve({ vendors: page, next })
    }
    return { paths, read }
  }
  const five = [1, 2, 3, 4, 5].map((id) => vendor(id))

  test('copies all of them first, and then those that have changed', async () => {
    const owner = ownerOf(five)
    expect(await readVendors({ ...copying, orderDocuments: owner })).toBe(5)
    expect(await copies()).toHaveLength(5)
    expect(owner.paths).toEqual([
      '/vendor-changes?since=1970-01-01T00:00:00.000Z',
      '/vendor-changes?since=x&after=2',
      '/vendor-changes?since=x&after=4',
    ])
    await database.query(`update vendor_reading set begun_at = '2026-03-14T12:00:00.000Z'`)
    const later = ownerOf([vendor(2, archived)])
    expect(await readVendors({ ...copying, orderDocuments: later })).toBe(1)
    // Ten minutes before the reading before.
    expect(later.paths).toEqual(['/vendor-changes?since=2026-03-14T11:50:00.000Z'])
    expect((await copies())[1]).toMatchObject({ id: 2, archived: true })
  })

  test('begins again after it failed before any of its statements, or after it', async () => {
    for (let failing = 0; failing < 10; failing += 1) {
      await database.query('truncate vendor_copy, vendor_reading')
      for (const isSent of [false, true]) {
        let statements = 0
        const killed = interceptedSql(database, async (text, values, send) => {
          statements += 1
          if (statements === failing && !isSent) throw new Error('killed')
          const rows = await send(text, values)
          if (statements === failing && isSent) throw new Error('killed')
          return rows
        })
        const orderDocuments = ownerOf(five)
        await readVendors({
          ...copying,
          orderDocuments,
          database: { ...database, ...killed },
        }).catch(() => undefined)
        await readVendors({ ...copying, orderDocuments })
        expect(await copies()).toHaveLength(5)
      }
    }
  })

  test('is not complete while a page is missing', async () => {
    const owner = ownerOf(five)
    const read = (path: string) =>
      path.includes('after=4')
        ? Promise.reject(new SubgraphUnavailableError('order-documents'))
        : owner.read(path)
    await expect(readVendors({ ...copying, orderDocuments: { read } })).rejects.toThrow(
      'order-documents',
    )
    expect(await copies()).toHaveLength(4)
    expect(await findVendorReading(database)).toBeUndefined()
  })

  test('keeps what it has when the owner sends something else', async () => {
    await saveVendorCopies(database, five)
    for (const page of [{}, { vendors: [{ id: 1 }], next: null }, { vendors: 7 }, null]) {
      const read = () => Promise.resolve(page)
      await expect(readVendors({ ...copying, orderDocuments: { read } })).rejects.toThrow(
        'violates the contract',
      )
    }
    expect(await copies()).toHaveLength(5)
    expect(await findVendorReading(database)).toBeUndefined()
  })

  test('in full begins at the first change', async () => {
    await readVendors({ ...copying, orderDocuments: ownerOf(five) })
    await database.query('delete from vendor_copy where id = 1')
    const owner = ownerOf(five)
    await readVendors({ ...copying, orderDocuments: owner }, { isComplete: true })
    expect(owner.paths[0]).toBe('/vendor-changes?since=1970-01-01T00:00:00.000Z')
    expect(await copies()).toHaveLength(5)
  })
})

describe('a clock that was wrong', () => {
  const HOUR_MS = 3_600_000
  const EVERYTHING = '/vendor-changes?since=1970-01-01T00:00:00.000Z'
  /** Has no vendors. */
  const emptyOwner = () => {
    const paths: string[] = []
    const read = (path: string): Promise<unknown> => {
      paths.push(path)
      return Promise.resolve({ vendors: [], next: null })
    }
    return { paths, read }
  }
  const readInTheFuture = () =>
    database.query(`insert into vendor_reading values (1, now() + interval '1 hour')`)
  const ageOf = async (registry: Metrics) =>
    (await registry.getSingleMetric('vendor_copy_age_seconds')?.get())?.values[0]?.value

  test('of the process does not change where the next reading begins', async () => {
    const owner = emptyOwner()
    const before = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: before + HOUR_MS })
    onTestFinished(() => void vi.useRealTimers())
    await readVendors({ ...copying, orderDocuments: owner })
    vi.useRealTimers()
    const after = Date.now()
    await readVendors({ ...copying, orderDocuments: owner })

    const since = Date.parse(owner.paths[1]?.replace('/vendor-changes?since=', '') ?? '')
    expect(since).toBeGreaterThanOrEqual(before - OVERLAP_MS)
    expect(since).toBeLessThanOrEqual(after - OVERLAP_MS)
  })

  test('makes a reading that began in the future count as none: everything is read again, once', async () => {
    await readInTheFuture()
    const owner = emptyOwner()
    await readVendors({ ...copying, orderDocuments: owner })
    await readVendors({ ...copying, orderDocuments: owner })

    expect(owner.paths[0]).toBe(EVERYTHING)
    expect(owner.paths[1]).not.toBe(EVERYTHING)
  })

  test('does not stop the regular reading', async () => {
    await readInTheFuture()
    const owner = emptyOwner()
    const logger = createLogger('test', 'silent')
    await using _reading = startReadingVendors({
      ...copying,
      orderDocuments: owner,
      everyMs: HOUR_MS,
      logger,
    })
    await expect.poll(() => owner.paths).toEqual([EVERYTHING])
  })

  test('does not make the copy look current', async () => {
    const registry = createMetrics('test')
    createVendorMetrics(registry, copying.database, () => new Date())
    await readInTheFuture()
    expect(await ageOf(registry)).toBe(Infinity)

    await readVendors({ ...copying, orderDocuments: emptyOwner() })
    expect(await ageOf(registry)).toBeGreaterThanOrEqual(0)
    expect(await ageOf(registry)).toBeLessThan(60)
  })
})

function permutations<T>(values: readonly T[]): T[][] {
  if (values.length <= 1) return [[...values]]
  return values.flatMap((value, index) =>
    permutations(values.toSpliced(index, 1)).map((rest) => [value, ...rest]),
  )
}

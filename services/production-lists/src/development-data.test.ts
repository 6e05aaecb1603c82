import { expect, test } from 'vitest'
import { readDevelopmentJobs, readDevelopmentTemplates } from './development-data.ts'

const itemTypesOf = (lines: readonly { readonly type: string }[]) =>
  new Set(lines.map(({ type }) => type))

test('every template passes the check of a save, and has 15 to 40 lines', async () => {
  const templates = await readDevelopmentTemplates()

  for (const { lines } of templates) {
    expect(lines.length).toBeGreaterThanOrEqual(15)
    expect(lines.length).toBeLessThanOrEqual(40)
    expect(itemTypesOf(lines)).toEqual(new Set(['MATERIAL', 'LABOR', 'OTHER']))
  }
  expect(new Set(templates.map(({ name }) => name)).size).toBe(4)
})

test('lines name vendors of their organization: 1 to 3 of the first, 4 and 5 of the second', async () => {
  const vendors = new Map<number, Set<number | null>>()
  for (const { orgId, lines } of await readDevelopmentTemplates()) {
    const seen = vendors.get(orgId) ?? new Set()
    for (const { vendorId } of lines) if (vendorId !== null) seen.add(vendorId)
    vendors.set(orgId, seen)
  }

  expect(vendors).toEqual(
    new Map([
      [1, new Set([1, 2, 3])],
      [2, new Set([4, 5])],
    ]),
  )
})

test('every job uses templates of its organization, and one job of the first has no list', async () => {
  const templates = await readDevelopmentTemplates()
  const jobs = await readDevelopmentJobs()

  for (const job of jobs) {
    for (const templateId of job.templateIds) {
      expect(templates.find(({ id }) => id === templateId)?.orgId).toBe(job.orgId)
    }
  }
  const bare = jobs.filter(({ templateIds }) => templateIds.length === 0)
  expect(bare.map(({ id, orgId }) => ({ id, orgId }))).toEqual([{ id: 2, orgId: 1 }])
  expect(jobs.length).toBeGreaterThanOrEqual(9)
})

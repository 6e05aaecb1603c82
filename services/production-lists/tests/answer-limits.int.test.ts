import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ITEMS_PER_RESPONSE_MAX } from '../src/domain/limits.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { copyList } from './copy-list.ts'
import { createHarness } from './harness.ts'
import { createMutation } from './list-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())
const { database } = harness

const ITEMS = 500
const LISTS = ITEMS_PER_RESPONSE_MAX / ITEMS + 1

beforeAll(async () => {
  const measurements = { roof: { roof_facets: { area: 2194 } } }
  const { jobId } = await createJob(database, { orgId: 1, name: null, measurements })
  const lines = Array.from({ length: ITEMS }, () => ({ vendorId: 1 }))
  const { id } = await createTemplate(database, { orgId: 1, lines })
  const { data } = await harness.ask(createMutation, { jobId, templateIds: [id] })
  const listId = data.projectManagementProductionListCreate.productionList.id
  await copyList(database, listId, LISTS - 1)
}, 60_000)

const page = (first: number, fields: string) =>
  harness.ask(
    `{ projectManagementProductionLists(orgId: 1, first: ${first}) { nodes { id ${fields} } } }`,
  )

describe('one response', () => {
  test(`may contain ${ITEMS_PER_RESPONSE_MAX} items`, async () => {
    const { data, errors } = await page(LISTS - 1, 'listItems { id }')
    expect(errors).toEqual([])
    expect(data.projectManagementProductionLists.nodes).toHaveLength(LISTS - 1)
  })

  test('with more items is refused before they are read, and the error names a remedy', async () => {
    const { errors } = await page(LISTS, 'listItems { id }')
    expect(errors).toEqual([
      expect.objectContaining({
        message: `The requested lists have more than ${ITEMS_PER_RESPONSE_MAX} items together. Request fewer lists at once, or for an export.`,
        extensions: { code: 'BAD_USER_INPUT', argument: 'listItems' },
      }),
    ])
  })

  test('may contain the price warnings of as many items, and no more', async () => {
    expect((await page(LISTS - 1, 'priceWarnings { listItemId }')).errors).toEqual([])
    const { errors } = await page(LISTS, 'priceWarnings { listItemId }')
    expect(errors[0]).toMatchObject({
      message: `The requested lists have more than ${ITEMS_PER_RESPONSE_MAX} items together. Request the warnings of fewer lists at once.`,
      extensions: { code: 'BAD_USER_INPUT', argument: 'priceWarnings' },
    })
  })

  test('may contain what lists lack by 8 MB of measurements, and no more', async () => {
    const { id: templateId } = await createTemplate(database, { orgId: 1, lines: [{}] })
    const listOf = async () => {
      const photos = 'x'.repeat(4_100_000)
      const large = { roof: { roof_facets: { area: 2194 } }, photos }
      const job = await createJob(database, { orgId: 1, name: null, measurements: large })
      const variables = { jobId: job.jobId, templateIds: [templateId] }
      const { data } = await harness.ask(createMutation, variables)
      return data.projectManagementProductionListCreate.productionList.id
    }
    const read = (ids: readonly number[]) => {
      const lists = ids.map(
        (id) =>
          `l${id}: projectManagementProductionListById(id: ${id}) { missingMaterials { kind } }`,
      )
      return harness.ask(`{ ${lists.join(' ')} }`)
    }
    const [first, second] = [await listOf(), await listOf()]
    expect((await read([first])).errors).toEqual([])
    expect((await read([first, second])).errors[0]).toMatchObject({
      message:
        'The measurements of the requested lists have more than 8000000 bytes together. Request the missing materials of fewer lists at once.',
      extensions: { code: 'BAD_USER_INPUT', argument: 'missingMaterials' },
    })
  })

  test('with lists but without their items has no such limit', async () => {
    const { errors } = await page(LISTS, 'totalPrice')
    expect(errors).toEqual([])
  })
})

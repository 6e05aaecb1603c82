import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { createHarness } from './harness.ts'
import { createMutation } from './list-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())
beforeEach(() => harness.database.query('truncate outbox_message, idempotency_key'))

const { database } = harness
const measurements = { roof: { roof_facets: { area: 2194 }, ridges: { length: 80 } } }
const { jobId, salesOpportunityId } = await createJob(database, {
  orgId: 1,
  name: 'Maple Street 214',
  measurements,
})
const sheathing = await createTemplate(database, {
  orgId: 1,
  name: 'Sheathing',
  wasteFactor: 0.1,
  lines: [{ name: 'OSB', coverage: 0.32, unitCost: 19.7, taxPercent: 0, markup: 0, vendorId: 1 }],
})
const roof = await createTemplate(database, {
  orgId: 1,
  name: 'Roof',
  lines: [
    { name: 'Shingles', wasteFactor: 0.1 },
    { name: 'Install', type: 'LABOR', coverage: 1, rounding: 'exact', unitCost: 92.5 },
    {
      name: 'Dumpster',
      type: 'OTHER',
      measure: [{ measure: 'job' }],
      measurementUnits: null,
      coverage: 1,
    },
  ],
})
const foreignTemplate = await createTemplate(database, { orgId: 2, lines: [{}] })
const foreignJob = await createJob(database, { orgId: 2, name: 'Wharf Street 3', measurements })

async function create(variables: object, caller = {}) {
  const response = await harness.ask(createMutation, { jobId, ...variables }, caller)
  return { ...response, list: response.data?.projectManagementProductionListCreate?.productionList }
}

const countLists = async () =>
  (await database.query<{ n: number }>('select count(*)::int as n from production_list'))[0]?.n

describe('a new list', () => {
  test('contains exactly the figures of the worked example', async () => {
    const { list, errors } = await create({ templateIds: [sheathing.id] })

    expect(errors).toEqual([])
    expect(list).toMatchObject({
      version: 1,
      name: 'Sheathing',
      createdAt: '2026-03-14T15:09:26.535Z',
      salesOpportunity: {
        id: salesOpportunityId,
        orgId: 1,
        job: { id: jobId, name: 'Maple Street 214' },
      },
      materialPretaxCost: 1497.2,
      totalCost: 1497.2,
      totalPrice: 1497.2,
      profitAmount: 0,
      profitMargin: 0,
      contractLaborTotal: 0,
      contractMaterialSubtotal: 0,
      contractMaterialTax: 0,
      contractMaterialTotal: 0,
      contractOtherTotal: 0,
      contractPreDiscountPrice: 0,
      contractTotalCost: 0,
      contractTotalPrice: 0,
    })
    expect(list.listItems).toEqual([
      expect.objectContaining({
        name: 'OSB',
        measurement: 21.94,
        measurementUnits: 'squares',
        wasteFactor: 0.1,
        calculatedQuantity: 75.41875,
        quantity: 76,
        unitCost: 19.7,
        pretaxCost: 1497.2,
        vendor: { id: 1 },
        sortOrder: 1,
        isManualMeasurement: false,
      }),
    ])
  })

  test('has its name without the spaces around it', async () => {
    const { list } = await create({ templateIds: [sheathing.id], name: ' Sheathing, front ' })
    expect(list.name).toBe('Sheathing, front')
  })

  test('contains the items of its templates in the requested order, with totals by type', async () => {
    const { list } = await create({ templateIds: [roof.id, sheathing.id], name: 'All of it' })

    expect(list.name).toBe('All of it')
    expect(list.listItems.map((item: { name: string }) => item.name)).toEqual([
      'Shingles',
      'Install',
      'Dumpster',
      'OSB',
    ])
    expect(list.listItems.map((item: { sortOrder: number }) => item.sortOrder)).toEqual([
      1, 2, 3, 4,
    ])
    expect(list.laborTotalCost).toBe(list.listItems[1]?.totalCost)
    expect(list.otherTotalCost).toBe(list.listItems[2]?.totalCost)
    expect(list.listItems[1]?.product).toBeNull()
    expect(list.listItems[0]?.product).toMatchObject({
      productType: 'MATERIAL',
      provider: { identifier: 'abc-supply', name: 'ABC Supply' },
    })
  })

  test('uses the waste factor of its line, else of its template, else of its organization', async () => {
    await database.query('insert into organization_default values (1, 0.07)')
    const { list } = await create({ templateIds: [roof.id, sheathing.id] })

    const waste = list.listItems.map((item: { wasteFactor: number }) => item.wasteFactor)
    expect(waste).toEqual([0.1, 0.07, 0.07, 0.1])
  })

  test('explains the source of each figure, as data and in a sentence', async () => {
    const { data } = await harness.ask(
      `mutation { projectManagementProductionListCreate(jobId: ${jobId}, templateIds: [${sheathing.id}]) {
        productionList { measurementVersion templateIds listItems { explanation {
          sentence measure measurementVersion computedMeasurement measurement coverage wasteFactor
          calculatedQuantity carriedIn minimumQuantity rounding roundingStep isCombined quantity leftover
          unitCost unitCostSource priceEffectiveFrom manualFields templateId templateLineId
        } } }
      } }`,
    )
    const { productionList } = data.projectManagementProductionListCreate
    expect(productionList).toMatchObject({ measurementVersion: 1, templateIds: [sheathing.id] })
    expect(productionList.listItems).toEqual([
      {
        explanation: {
          sentence:
            'roof area = 21.94 squares; 21.94 × 1.1 (10 % waste) ÷ 0.32 squares each = 75.41875, rounded up to 76 BUNDLES, 0.58125 left over; 19.7 each from the template.',
          measure: 'roof_area',
          measurementVersion: 1,
          computedMeasurement: 21.94,
          measurement: 21.94,
          coverage: 0.32,
          wasteFactor: 0.1,
          calculatedQuantity: 75.41875,
          carriedIn: 0,
          minimumQuantity: null,
          rounding: 'whole',
          roundingStep: null,
          isCombined: false,
          quantity: 76,
          leftover: 0.58125,
          unitCost: 19.7,
          unitCostSource: 'template',
          priceEffectiveFrom: null,
          manualFields: [],
          templateId: sheathing.id,
          templateLineId: sheathing.lines[0]?.id,
        },
      },
    ])
  })

  test('writes one outbox row, which is reported to the relay', async () => {
    harness.heard.length = 0
    const { list } = await create({ templateIds: [roof.id] })

    const events = await harness.events()
    expect(events).toEqual([
      expect.objectContaining({
        name: 'production-list.created',
        orgId: 1,
        aggregate: { type: 'production-list', id: String(list.id), sequence: 1 },
        data: { productionListId: list.id, salesOpportunityId, jobId },
      }),
    ])
    expect(harness.heard).toEqual(events)
  })
})

describe('a list is refused', () => {
  test.for([
    [{ templateIds: [] }, 'BAD_USER_INPUT', 'templateIds'],
    [{ templateIds: [sheathing.id, sheathing.id] }, 'BAD_USER_INPUT', 'templateIds[1]'],
    [{ templateIds: Array.from({ length: 51 }, (_, i) => i + 1) }, 'BAD_USER_INPUT', 'templateIds'],
    [{ templateIds: [sheathing.id], name: 'x'.repeat(251) }, 'BAD_USER_INPUT', 'name'],
    [{ templateIds: [sheathing.id], name: ' ' }, 'BAD_USER_INPUT', 'name'],
    [{ templateIds: [sheathing.id], name: 'a\0b' }, 'BAD_USER_INPUT', 'name'],
    [{ jobId: 999_999, templateIds: [sheathing.id] }, 'NOT_FOUND', 'jobId'],
    [{ jobId: foreignJob.jobId, templateIds: [foreignTemplate.id] }, 'NOT_FOUND', 'jobId'],
    [{ templateIds: [sheathing.id, foreignTemplate.id] }, 'NOT_FOUND', 'templateIds'],
  ] as const)('for %j with %s naming %s', async ([variables, code, argument]) => {
    const before = await countLists()
    const { list, errors } = await create(variables)

    expect(list).toBeUndefined()
    expect(errors).toEqual([
      expect.objectContaining({ extensions: expect.objectContaining({ code, argument }) }),
    ])
    expect(await countLists()).toBe(before)
    expect(await harness.events()).toEqual([])
  })

  test('for a job without measurements, and the error names the first step', async () => {
    const unmeasured = await harness.ask(
      'mutation { jobUpsert(orgId: 1, externalIdentifier: "unmeasured") { job { id } } }',
    )
    const { id } = unmeasured.data?.jobUpsert?.job ?? {}
    const { errors } = await create({ jobId: id, templateIds: [sheathing.id] })
    expect(errors[0]).toMatchObject({
      message: `Job ${id} has no measurements yet. Give it some with jobMeasurementsImport.`,
      extensions: { code: 'BAD_USER_INPUT', argument: 'jobId' },
    })
  })

  test('naming every unknown template', async () => {
    const { errors } = await create({ templateIds: [888_888, sheathing.id, 999_999] })
    expect(errors[0]?.message).toContain('888888, 999999')
  })

  test('when one of the templates is of another organization of the caller', async () => {
    const templateIds = [sheathing.id, foreignTemplate.id]
    const { errors } = await create({ templateIds }, { orgIds: [1, 2] })
    expect(errors[0]?.extensions).toMatchObject({ code: 'NOT_FOUND', argument: 'templateIds' })
  })

  test('without the scope lists:write', async () => {
    const { errors } = await create({ templateIds: [sheathing.id] }, { scopes: ['lists:read'] })
    expect(errors[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' })
  })

  test('when the quantity of an item exceeds the maximum', async () => {
    const tiny = await createTemplate(database, { orgId: 1, lines: [{ coverage: 0.00001 }] })
    const { errors } = await create({ templateIds: [tiny.id] })
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  test('when its total exceeds the amounts that JSON represents to the cent', async () => {
    const lines = [{ coverage: 0.00005, unitCost: 1_000_000, markup: 10 }]
    const { id } = await createTemplate(database, { orgId: 1, lines })
    const { errors } = await create({ templateIds: [id] })
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' })
  })
})

describe('an Idempotency-Key', () => {
  test('returns the first list for a repeated request', async () => {
    const caller = { idempotencyKey: 'same' }
    const first = await create({ templateIds: [sheathing.id] }, caller)
    const second = await create({ templateIds: [sheathing.id] }, caller)

    expect(second.list).toEqual(first.list)
    expect(await harness.events()).toHaveLength(1)
  })

  test('of a token that has lost the organization is refused, without saying that the list is gone', async () => {
    await create({ templateIds: [sheathing.id] }, { idempotencyKey: 'lost' })
    const lost = await create(
      { templateIds: [sheathing.id] },
      { idempotencyKey: 'lost', orgIds: [2] },
    )
    expect(lost.errors).toMatchObject([
      {
        message:
          'This Idempotency-Key made a production list of an organization to which you have no access any more.',
        extensions: { code: 'NOT_FOUND' },
      },
    ])
  })

  test('of five concurrent requests creates one list and one event', async () => {
    const caller = { idempotencyKey: 'parallel' }
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => create({ templateIds: [sheathing.id] }, caller)),
    )

    expect(new Set(responses.map(({ list }) => list.id)).size).toBe(1)
    expect(await harness.events()).toHaveLength(1)
  })

  test('with other arguments is refused', async () => {
    const caller = { idempotencyKey: 'other' }
    await create({ templateIds: [sheathing.id] }, caller)
    const { errors } = await create({ templateIds: [roof.id] }, caller)
    expect(errors[0]?.extensions).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
  })
})

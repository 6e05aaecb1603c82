import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createJob } from '../src/testing/create-job.ts'
import { nameTaken } from '../src/templates/require-template.ts'
import { createHarness } from './harness.ts'
import type { GraphQLResult } from './harness.ts'
import { createMutation, updateMutation } from './list-fields.ts'
import { productUpsert, templateCreate, templateQuery, templateUpdate } from './template-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())
const { ask, database } = harness

const shingles = await newProduct(1, {
  name: 'Shingles',
  sku: 'SH-1',
  packages: [
    { unit: 'bundles', holds: 32.8, of: 'square feet' },
    { unit: 'PALLETS', holds: 56, of: 'BUNDLES' },
  ],
})
const foreignProduct = await newProduct(2, { name: 'Shingles' })
const { jobId } = await createJob(database, {
  orgId: 1,
  name: null,
  measurements: { roof: { roof_facets: { area: 2139 }, valleys: { length: 85 } } },
})

const field = {
  name: 'Shingles',
  listItemGroupName: 'Roof',
  type: 'MATERIAL',
  measure: [{ measure: 'roof_area' }],
  measurementUnits: 'squares',
  coverage: 0.328,
  quantityUnits: 'BUNDLES',
}
const rich = {
  ...field,
  measure: [
    { measure: 'valleys', width: 3 },
    { measure: 'roof_area', times: 2, pitchAbove: 8 },
  ],
  coverage: null,
  wasteFactor: 0.15,
  rounding: 'step',
  roundingStep: 0.25,
  minimumQuantity: 2,
  conditions: [
    { measure: 'valleys', above: 0 },
    { measure: 'roof_area', above: 12.5, pitchAbove: 8 },
  ],
  productId: shingles,
  color: 'Charcoal',
  notes: 'By noon',
  vendorId: 1,
  unitCost: 41.5,
  markup: 0.35,
  taxPercent: 7.25,
}

let names = 0
const newName = () => `Template ${(names += 1)}`

async function newProduct(orgId: number, product: object): Promise<number> {
  const { data } = await ask(productUpsert, { orgId, product }, { orgIds: [orgId] })
  return data.productUpsert.product.id
}

const templateOf = (lines: readonly object[], head: object = {}) => ({
  name: newName(),
  tradeType: 'ROOF',
  lines,
  ...head,
})

async function create(template: object, caller = {}) {
  const { orgIds: [orgId = 1] = [1] } = caller as { orgIds?: number[] }
  const response = await ask(templateCreate, { orgId, template }, caller)
  return { ...response, template: response.data?.templateCreate?.template }
}

async function update(id: number, template: object, more: object = {}, caller = {}) {
  const response = await ask(templateUpdate, { id, template, ...more }, caller)
  return { ...response, template: response.data?.templateUpdate?.template }
}

function violationsOf([error]: GraphQLResult['errors']) {
  return (error?.extensions['faults'] ?? []) as { argument: string; message: string }[]
}

const read = async (id: number, caller = {}) =>
  (await ask(templateQuery, { id }, caller)).data?.template

interface ReadTemplate {
  readonly name: string
  readonly tradeType: string
  readonly wasteFactor: number | null
  readonly combineSameProducts: boolean
  readonly lines: readonly Readonly<Record<string, unknown>>[]
}

/** The input that writes a template as it was read. */
function inputOf({ name, tradeType, wasteFactor, combineSameProducts, lines }: ReadTemplate) {
  const written = lines.map(({ sortOrder: _sortOrder, product: _product, ...line }) => line)
  return { name, tradeType, wasteFactor, combineSameProducts, lines: written }
}

describe('a new template', () => {
  test('is returned as given, with the defaults for values left out', async () => {
    const { template, errors } = await create(
      templateOf([field, rich], { name: ' Steep   Roof ', wasteFactor: 0.1 }),
    )

    expect(errors).toEqual([])
    expect(template).toMatchObject({
      orgId: 1,
      version: 1,
      name: 'Steep Roof',
      tradeType: 'ROOF',
      wasteFactor: 0.1,
      combineSameProducts: false,
      createdAt: '2026-03-14T15:09:26.535Z',
      updatedAt: '2026-03-14T15:09:26.535Z',
      archivedAt: null,
    })
    const term = { width: null, times: null, pitchAbove: null }
    expect(template.lines).toEqual([
      {
        ...field,
        id: template.lines[0]?.id,
        sortOrder: 1,
        measure: [{ ...term, measure: 'roof_area' }],
        wasteFactor: null,
        rounding: 'whole',
        roundingStep: null,
        minimumQuantity: null,
        conditions: [],
        productId: null,
        product: null,
        color: null,
        notes: '',
        vendorId: null,
        unitCost: 0,
        markup: 0,
        taxPercent: 0,
      },
      {
        ...rich,
        id: template.lines[1]?.id,
        sortOrder: 2,
        measure: rich.measure.map((given) => ({ ...term, ...given })),
        conditions: rich.conditions.map((given) => ({ pitchAbove: null, ...given })),
        product: {
          id: shingles,
          sku: 'SH-1',
          packages: [
            { unit: 'BUNDLES', holds: 32.8, of: 'SQUARE_FEET' },
            { unit: 'PALLETS', holds: 56, of: 'BUNDLES' },
          ],
        },
      },
    ])
    expect(await read(template.id)).toEqual(template)
  })

  test('has a unique name, regardless of case', async () => {
    const { template } = await create(templateOf([field], { name: 'Gable' }))
    const again = await create(templateOf([field], { name: ' GABLE ' }))
    const elsewhere = await create(templateOf([field], { name: 'Gable' }), { orgIds: [2] })

    expect(again.errors).toMatchObject([
      { extensions: { code: 'CONFLICT', templateId: template.id } },
    ])
    expect(again.errors[0]?.message).toContain(`Template ${template.id} is named "GABLE" already`)
    expect(elsewhere.errors).toEqual([])
  })

  test('is created by only one of two concurrent requests with one name', async () => {
    const name = newName()
    const responses = await Promise.all([
      create(templateOf([field], { name })),
      create(templateOf([field], { name: name.toUpperCase() })),
    ])
    expect(responses.flatMap(({ errors }) => errors)).toMatchObject([
      { extensions: { code: 'CONFLICT', templateId: expect.any(Number) } },
    ])
  })

  test('is created once per Idempotency-Key, even by concurrent requests', async () => {
    const template = templateOf([field])
    const caller = { idempotencyKey: 'once' }
    const responses = await Promise.all([create(template, caller), create(template, caller)])
    responses.push(await create(template, caller))

    expect(responses.flatMap(({ errors }) => errors)).toEqual([])
    expect(new Set(responses.map((response) => response.template.id)).size).toBe(1)
    const other = await create(templateOf([field]), caller)
    expect(other.errors).toMatchObject([{ extensions: { code: 'IDEMPOTENCY_CONFLICT' } }])
  })

  test('takes as many statements for 1000 lines as for 10', async () => {
    const counts: number[] = []
    for (const length of [10, 1000]) {
      const lines = Array.from({ length }, () => ({ ...field, productId: shingles, vendorId: 1 }))
      const { template, sqlStatements, errors } = await create(templateOf(lines))
      expect(errors).toEqual([])
      expect(template.lines).toHaveLength(length)
      counts.push(sqlStatements)
    }
    expect(counts[1]).toBe(counts[0])
  })
})

const line = (change: object) => templateOf([field, { ...field, ...change }])
const manyLines = (length: number) => templateOf(Array.from({ length }, () => field))

describe('a template is refused', () => {
  test.for([
    ['a blank name', templateOf([field], { name: ' ' }), 'name'],
    ['a long name', templateOf([field], { name: 'x'.repeat(201) }), 'name'],
    ['a NUL in its name', templateOf([field], { name: 'a\0b' }), 'name'],
    ['a trade of 201 characters', templateOf([field], { tradeType: 'x'.repeat(201) }), 'tradeType'],
    ['a waste factor of 1.1', templateOf([field], { wasteFactor: 1.1 }), 'wasteFactor'],
    ['no lines', templateOf([]), 'lines'],
    ['1001 lines', manyLines(1001), 'lines'],
    ['a line id', line({ id: 1 }), 'lines[1].id'],
    ['a blank line name', line({ name: '' }), 'lines[1].name'],
    ['half a surrogate pair', line({ notes: 'x\ud800' }), 'lines[1].notes'],
    ['a blank group', line({ listItemGroupName: ' ' }), 'lines[1].listItemGroupName'],
    ['an unknown type', line({ type: 'TOOL' }), 'lines[1].type'],
    ['no measure', line({ measure: [] }), 'lines[1].measure'],
    [
      '11 measures',
      line({ measure: Array.from({ length: 11 }, () => field.measure[0]) }),
      'lines[1].measure',
    ],
    [
      'an unknown measure',
      line({ measure: [{ measure: 'roof_area' }, { measure: 'Roof_Area' }] }),
      'lines[1].measure[1].measure',
    ],
    [
      'a measure of Object',
      line({ measure: [{ measure: 'constructor' }] }),
      'lines[1].measure[0].measure',
    ],
    [
      'a width of 0',
      line({ measure: [{ measure: 'eaves', width: 0 }] }),
      'lines[1].measure[0].width',
    ],
    [
      'times of 1e300',
      line({ measure: [{ measure: 'roof_area', times: 1e300 }] }),
      'lines[1].measure[0].times',
    ],
    [
      'a pitch of eaves',
      line({ measure: [{ measure: 'eaves', width: 3, pitchAbove: 8 }] }),
      'lines[1].measure[0].pitchAbove',
    ],
    [
      'a length in squares',
      line({ measure: [{ measure: 'roof_area' }, { measure: 'eaves' }] }),
      'lines[1].measure[1]',
    ],
    ['unknown units', line({ measurementUnits: 'meters' }), 'lines[1].measurementUnits'],
    ['a coverage of 0', line({ coverage: 0 }), 'lines[1].coverage'],
    ['a coverage of 1e-9', line({ coverage: 1e-9 }), 'lines[1].coverage'],
    ['a coverage of 1e9', line({ coverage: 1e9 }), 'lines[1].coverage'],
    ['no coverage without a product', line({ coverage: null }), 'lines[1].coverage'],
    [
      'no coverage with a product that cannot say',
      line({ coverage: null, productId: shingles, quantityUnits: 'ROLLS' }),
      'lines[1].coverage',
    ],
    ['a blank unit', line({ quantityUnits: '' }), 'lines[1].quantityUnits'],
    ['an unknown rounding', line({ rounding: 'up' }), 'lines[1].rounding'],
    ['a step that is not given', line({ rounding: 'step' }), 'lines[1].roundingStep'],
    ['a step that is not used', line({ roundingStep: 0.5 }), 'lines[1].roundingStep'],
    ['a step of 0', line({ rounding: 'step', roundingStep: 0 }), 'lines[1].roundingStep'],
    ['a minimum below 0', line({ minimumQuantity: -1 }), 'lines[1].minimumQuantity'],
    [
      'a condition on an unknown measure',
      line({ conditions: [{ measure: 'moats', above: 0 }] }),
      'lines[1].conditions[0].measure',
    ],
    [
      'a condition below 0',
      line({ conditions: [{ measure: 'eaves', above: -1 }] }),
      'lines[1].conditions[0].above',
    ],
    [
      'a product of another organization',
      line({ productId: foreignProduct }),
      'lines[1].productId',
    ],
    ['a product with the id 0', line({ productId: 0 }), 'lines[1].productId'],
    ['an unknown vendor', line({ vendorId: 99 }), 'lines[1].vendorId'],
    ['a cost of five decimals', line({ unitCost: 0.00001 }), 'lines[1].unitCost'],
    ['a negative markup', line({ markup: -0.1 }), 'lines[1].markup'],
    ['a tax above 100', line({ taxPercent: 101 }), 'lines[1].taxPercent'],
    ['a long color', line({ color: 'x'.repeat(101) }), 'lines[1].color'],
  ] as const)('for %s, by its name', async ([, template, path]) => {
    const { errors, data } = await create(template)
    const argument = `template.${path}`
    const { message = '' } = errors[0] ?? {}

    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }])
    expect(errors[0]?.extensions['faults']).toEqual([{ argument, message }])
    expect(message).toMatch(path.startsWith('lines[1]') ? /^Line 2 ".*", \w+/ : /^template\./)
    expect(data.templateCreate).toBeNull()
  })

  test('with all of its violations at once, in the order of its lines', async () => {
    const { errors } = await create({
      name: '',
      tradeType: 'ROOF',
      lines: [
        { ...field, vendorId: 99, productId: foreignProduct, coverage: -1 },
        field,
        {
          ...field,
          name: 'Valley',
          measure: [{ measure: 'chimneys' }],
          rounding: 'step',
          type: '',
        },
      ],
    })
    const violations = violationsOf(errors)

    expect(violations.map(({ argument }) => argument)).toEqual([
      'template.name',
      'template.lines[0].coverage',
      'template.lines[0].productId',
      'template.lines[0].vendorId',
      'template.lines[2].type',
      'template.lines[2].measure[0].measure',
      'template.lines[2].roundingStep',
    ])
    expect(errors[0]?.message).toBe('template.name: must not be blank.')
    expect(violations[5]?.message).toContain(
      'Line 3 "Valley", measure[0].measure: unknown measure "chimneys"; known are roof_area, ',
    )
  })

  test('with at most 1000 violations', async () => {
    const terms = Array.from({ length: 10 }, () => ({ measure: 'x'.repeat(1000) }))
    const lines = Array.from({ length: 200 }, () => ({ ...field, measure: terms }))
    const { errors } = await create(templateOf(lines))
    const violations = violationsOf(errors)
    expect(violations).toHaveLength(1000)
    expect(violations[0]?.message.length).toBeLessThan(1000)
  })
})

describe('an update', () => {
  test('keeps lines with an id, adds lines without one, and removes all others', async () => {
    const { template } = await create(
      templateOf(['A', 'B', 'C', 'D'].map((name) => ({ ...field, name }))),
    )
    const [a, b, c, d] = template.lines
    const { template: updated, errors } = await update(template.id, {
      name: `${template.name} II`,
      tradeType: 'SIDING',
      combineSameProducts: true,
      lines: [
        { ...field, id: d?.id, name: 'D' },
        { ...field, name: 'E' },
        { ...field, id: a?.id, name: 'A, changed' },
        { ...field, id: b?.id, name: 'B' },
      ],
    })

    expect(errors).toEqual([])
    expect(updated).toMatchObject({ version: 2, tradeType: 'SIDING', combineSameProducts: true })
    expect(updated.lines.map(({ id, name, sortOrder }) => [id, name, sortOrder])).toEqual([
      [d?.id, 'D', 1],
      [expect.any(Number), 'E', 2],
      [a?.id, 'A, changed', 3],
      [b?.id, 'B', 4],
    ])
    expect([a, b, c, d].map((line) => line?.id)).not.toContain(updated.lines[1]?.id)
    expect(await read(template.id)).toEqual(updated)
  })

  test('has its first result under the same Idempotency-Key while the owner of its vendors is away', async () => {
    const { template } = await create(templateOf([field]))
    const changed = templateOf([{ ...field, vendorId: 3 }], { name: template.name })
    const update = () =>
      ask(
        templateUpdate,
        { id: template.id, template: changed },
        { idempotencyKey: 'update with vendors' },
      )
    const first = await update()
    expect(first.errors).toEqual([])
    onTestFinished(() => void (harness.vendors.isAway = false))
    harness.vendors.isAway = true
    expect(await update()).toMatchObject({ data: first.data, errors: [] })
  })

  test('is applied once under an Idempotency-Key, whose repetition is no conflict', async () => {
    const { template } = await create(templateOf([field]))
    const change = {
      id: template.id,
      version: 1,
      template: templateOf([field, { ...field, name: 'New' }], { name: template.name }),
    }
    const once = await ask(templateUpdate, change, { idempotencyKey: 'update once' })
    expect(once.errors).toEqual([])
    expect(await ask(templateUpdate, change, { idempotencyKey: 'update once' })).toMatchObject({
      data: once.data,
      errors: [],
    })
    expect((await ask(templateUpdate, change)).errors).toMatchObject([
      { extensions: { code: 'CONFLICT' } },
    ])
  })

  test('with the values as read changes nothing', async () => {
    const { template } = await create(templateOf([field, rich], { wasteFactor: 0.12345 }))
    harness.pass(60_000)
    const { template: updated, errors } = await update(template.id, inputOf(template))
    expect(errors).toEqual([])
    expect(updated).toEqual(template)
  })

  test('keeps the references of lists to lines that stay', async () => {
    const { template } = await create(templateOf([field, { ...field, name: 'Gone' }]))
    const made = await ask(createMutation, { jobId, templateIds: [template.id] })
    const { id } = made.data.projectManagementProductionListCreate.productionList
    const [kept] = template.lines
    await update(template.id, templateOf([{ ...field, id: kept?.id, name: 'Kept' }]))

    const { data } = await ask(
      `{ projectManagementProductionListById(id: ${id}) { version
        listItems { name explanation { templateId templateLineId } } } }`,
    )
    expect(data.projectManagementProductionListById).toEqual({
      version: 1,
      listItems: [
        { name: 'Shingles', explanation: { templateId: template.id, templateLineId: kept?.id } },
        { name: 'Gone', explanation: { templateId: null, templateLineId: null } },
      ],
    })
  })

  test('causes no failure of a list that is created or edited concurrently', async () => {
    const fields = Array.from({ length: 40 }, (_, i) => ({ ...field, name: `Line ${i}` }))
    const { template } = await create(templateOf(fields))
    const makeList = async () => {
      const made = await ask(createMutation, { jobId, templateIds: [template.id] })
      const list = made.data?.projectManagementProductionListCreate.productionList
      const listItems = list?.listItems.map(({ id }) => ({ id, quantity: 7 }))
      const edited = await ask(updateMutation, { id: list?.id, listItems })
      return [...made.errors, ...edited.errors]
    }
    // Every update has only new lines, so all lines that the lists were made from are removed.
    const responses = await Promise.all(
      Array.from({ length: 6 }, async () => [
        ...(await update(template.id, templateOf(fields))).errors,
        ...(await makeList()),
      ]),
    )
    expect(responses.flat()).toEqual([])
  })

  test('of an outdated version is refused, naming the current one', async () => {
    const { template } = await create(templateOf([field]))
    const first = await update(template.id, templateOf([field]), { version: 1 })
    const second = await update(template.id, templateOf([field]), { version: 1 })

    expect(first.template.version).toBe(2)
    expect(second.errors).toMatchObject([{ extensions: { code: 'CONFLICT', currentVersion: 2 } }])
    expect(await read(template.id)).toEqual(first.template)
  })

  test('of one version by many concurrent requests succeeds once, and no update is lost', async () => {
    const { template } = await create(templateOf([field]))
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => update(template.id, templateOf([field]), { version: 1 })),
    )
    const done = responses.filter(({ errors }) => errors.length === 0)
    const codes = responses.flatMap(({ errors }) =>
      errors.map(({ extensions }) => extensions['code']),
    )

    expect(done).toHaveLength(1)
    expect(codes).toEqual(Array.from({ length: 7 }, () => 'CONFLICT'))
    expect(await read(template.id)).toEqual(done[0]?.template)
  })

  test.for([
    ['of another template', 'foreign'],
    ['that it names twice', 'twice'],
    ['that does not exist', 'unknown'],
  ] as const)('with a line %s is refused', async ([, kind]) => {
    const { template } = await create(templateOf([field]))
    const { template: other } = await create(templateOf([field]))
    const [own] = template.lines
    const id = { foreign: other.lines[0]?.id, twice: own?.id, unknown: 2_000_000_000 }[kind]
    const { errors } = await update(
      template.id,
      templateOf([
        { ...field, id: own?.id },
        { ...field, id },
      ]),
    )

    const argument = 'template.lines[1].id'
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }])
    expect(await read(template.id)).toEqual(template)
    expect(await read(other.id)).toEqual(other)
  })

  test('to the name of another template is refused', async () => {
    const { template } = await create(templateOf([field]))
    const { template: other } = await create(templateOf([field]))
    const { errors } = await update(
      template.id,
      templateOf([field], { name: other.name.toUpperCase() }),
    )
    expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', templateId: other.id } }])
    expect(await read(template.id)).toEqual(template)
  })

  test('to its own name in other capitals is a change', async () => {
    const { template } = await create(templateOf([field]))
    const input = { ...inputOf(template), name: template.name.toUpperCase() }
    const { template: updated } = await update(template.id, input)
    expect(updated).toMatchObject({ version: 2, name: template.name.toUpperCase() })
  })

  test('of another organization’s template finds nothing', async () => {
    const { template } = await create(templateOf([field]))
    const foreign = await update(template.id, templateOf([field]), {}, { orgIds: [2] })
    const invalid = await update(template.id, templateOf([]), {}, { orgIds: [2] })
    for (const { errors } of [foreign, invalid]) {
      expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND', argument: 'id' } }])
    }
    expect(await read(template.id, { orgIds: [2] })).toBeNull()
    expect(await read(template.id)).toEqual(template)
  })

  test('takes as many statements for 1000 lines as for 10', async () => {
    const counts: number[] = []
    for (const length of [10, 1000]) {
      const { template } = await create(templateOf(Array.from({ length }, () => field)))
      const lines = template.lines.map(({ id }) => ({ ...field, id, vendorId: 2 }))
      const { sqlStatements, errors } = await update(template.id, templateOf(lines.toReversed()))
      expect(errors).toEqual([])
      counts.push(sqlStatements)
    }
    expect(counts[1]).toBe(counts[0])
  })
})

const copyMutation = `mutation ($id: Int!, $name: String!) {
  templateCopy(id: $id, name: $name) { template { id version name archivedAt tradeType
    lines { id name sortOrder coverage conditions { measure above } } } }
}`
const archiveMutation = `mutation ($id: Int!) {
  templateArchive(id: $id) { template { id version archivedAt updatedAt } }
}`
const restoreMutation = archiveMutation.replace('templateArchive', 'templateRestore')

describe('a copy', () => {
  test('has the lines of its original under new ids', async () => {
    const { template } = await create(templateOf([field, rich]))
    const name = newName()
    const { data, errors } = await ask(copyMutation, { id: template.id, name })
    const copy = data.templateCopy.template

    expect(errors).toEqual([])
    expect(copy).toMatchObject({ version: 1, name, tradeType: 'ROOF', archivedAt: null })
    expect(copy.lines.map(({ coverage }) => coverage)).toEqual([0.328, null])
    const ids = template.lines.map(({ id }) => id)
    expect(ids).not.toContain(copy.lines[0]?.id)
    expect(await read(template.id)).toEqual(template)
  })

  test.for([
    ['a name that is taken', (template: { name: string }) => template.name, 'CONFLICT'],
    ['a blank name', () => '  ', 'BAD_USER_INPUT'],
    ['a name of 201 characters', () => 'x'.repeat(201), 'BAD_USER_INPUT'],
  ] as const)('with %s is refused', async ([, nameOf, code]) => {
    const { template } = await create(templateOf([field]))
    const { errors } = await ask(copyMutation, { id: template.id, name: nameOf(template) })
    expect(errors).toMatchObject([{ extensions: { code } }])
  })

  test('that a token repeats which has lost the organization is refused, without naming another id', async () => {
    const { template } = await create(templateOf([field]))
    const wanted = { id: template.id, name: newName() }
    await ask(copyMutation, wanted, { idempotencyKey: 'lost copy' })
    const lost = { idempotencyKey: 'lost copy', orgIds: [2] }
    const { errors } = await ask(copyMutation, wanted, lost)
    expect(errors).toMatchObject([
      {
        message:
          'This Idempotency-Key made a template of an organization to which you have no access any more.',
        extensions: { code: 'NOT_FOUND' },
      },
    ])
    expect(errors[0]?.extensions).not.toHaveProperty('argument')
  })
})

test('each change of a template has a later updatedAt than the one before, also by a process whose clock is behind', async () => {
  const { template } = await create(templateOf([field]))
  const { id, updatedAt } = template
  harness.pass(-5000)
  const times = [
    (await update(id, { ...inputOf(template), tradeType: 'SIDING' })).template.updatedAt,
    (await ask(archiveMutation, { id })).data.templateArchive.template.updatedAt,
    (await ask(restoreMutation, { id })).data.templateRestore.template.updatedAt,
  ]
  harness.pass(5000)
  expect(times.map((time) => Date.parse(time) - Date.parse(updatedAt))).toEqual([1, 2, 3])
})

describe('an archived template', () => {
  test('cannot be used for new lists until it is restored', async () => {
    const { template } = await create(templateOf([field]))
    harness.pass(1000)
    const archived = await ask(archiveMutation, { id: template.id })
    const { archivedAt } = archived.data.templateArchive.template
    expect(archived.data.templateArchive.template).toMatchObject({
      version: 2,
      updatedAt: archivedAt,
    })

    const refused = await ask(createMutation, { jobId, templateIds: [template.id] })
    expect(refused.errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', argument: 'templateIds' } },
    ])
    expect(refused.errors[0]?.message).toContain(`Templates ${template.id} are archived`)
    expect((await read(template.id)).archivedAt).toBe(archivedAt)

    const restored = await ask(restoreMutation, { id: template.id })
    expect(restored.data.templateRestore.template).toMatchObject({ version: 3, archivedAt: null })
    const made = await ask(createMutation, { jobId, templateIds: [template.id] })
    expect(made.errors).toEqual([])
  })

  test('does not change when it is archived again', async () => {
    const { template } = await create(templateOf([field]))
    const once = await ask(archiveMutation, { id: template.id })
    harness.pass(1000)
    const twice = await ask(archiveMutation, { id: template.id })
    expect(twice.data).toEqual(once.data)
  })
})

const listQuery = `query ($orgId: Int!, $tradeType: String, $search: String, $includeArchived: Boolean, $first: Int, $after: String) {
  templates(orgId: $orgId, tradeType: $tradeType, search: $search, includeArchived: $includeArchived, first: $first, after: $after) {
    nodes { id name lines { name product { name } } } pageInfo { hasNextPage endCursor }
  }
}`

describe('the templates of an organization', () => {
  const orgId = 31
  const caller = { orgIds: [orgId, 32] }
  const list = async (variables: object = {}) => {
    const { data, ...response } = await ask(listQuery, { orgId, ...variables }, caller)
    return { ...response, templates: data?.templates }
  }
  const namesOf = async (variables: object = {}) =>
    (await list(variables)).templates.nodes.map(({ name }) => name)

  test('are returned in pages, by trade, by words, with or without archived ones', async () => {
    for (const [name, tradeType] of [
      ['Steep Roof', 'ROOF'],
      ['Flat roof', 'ROOF'],
      ['Vinyl Siding', 'SIDING'],
    ] as const) {
      await create(templateOf([field, field], { name, tradeType }), { orgIds: [orgId] })
    }
    const first = (await list({ first: 2 })).templates
    await ask(archiveMutation, { id: first.nodes[1]?.id }, caller)

    expect(first.nodes.map(({ name }) => name)).toEqual(['Steep Roof', 'Flat roof'])
    expect(first.pageInfo.hasNextPage).toBe(true)
    expect(await namesOf({ after: first.pageInfo.endCursor })).toEqual(['Vinyl Siding'])
    expect(await namesOf()).toEqual(['Steep Roof', 'Vinyl Siding'])
    expect(await namesOf({ includeArchived: true })).toHaveLength(3)
    expect(await namesOf({ tradeType: 'SIDING' })).toEqual(['Vinyl Siding'])
    expect(await namesOf({ search: 'ro st' })).toEqual(['Steep Roof'])
    expect(await namesOf({ search: '%' })).toHaveLength(2)
    expect((await list()).sqlStatements).toBe(2)
  })

  test('are refused for a trade of none of them, with the known trades', async () => {
    const messageOf = async (tradeType: string) =>
      (await list({ tradeType })).errors[0]?.message ?? 'none'
    await create(templateOf([field], { name: 'Yard', tradeType: 'FENCE' }), { orgIds: [orgId] })
    const { errors } = await list({ tradeType: 'roof' })
    expect(errors).toMatchObject([
      {
        message: 'tradeType must be one of ROOF, SIDING, FENCE.',
        extensions: { code: 'BAD_USER_INPUT', argument: 'tradeType' },
      },
    ])
    expect(await messageOf('FENCE')).toBe('none')
    const empty = await ask(listQuery, { orgId: 32, tradeType: 'SIDING' }, caller)
    expect(empty).toMatchObject({ data: { templates: { nodes: [] } }, errors: [] })
    const foreign = await ask(listQuery, { orgId: 32, tradeType: 'FENCE' }, caller)
    expect(foreign.errors[0]?.message).toBe('tradeType must be one of ROOF, SIDING.')
  })

  test('are none for the trade of an archived one, however many trades there are', async () => {
    const many = { orgIds: [33] }
    for (let number = 0; number <= 50; number += 1) {
      const tradeType = `TRADE ${String(number).padStart(2, '0')}`
      await create(templateOf([field], { name: tradeType, tradeType }), many)
    }
    const all = await ask(listQuery, { orgId: 33, search: '50' }, many)
    await ask(archiveMutation, { id: all.data?.templates.nodes[0]?.id }, many)
    const known = await ask(listQuery, { orgId: 33, tradeType: 'TRADE 50' }, many)
    expect(known).toMatchObject({ data: { templates: { nodes: [] } }, errors: [] })
    const { errors } = await ask(listQuery, { orgId: 33, tradeType: 'TRADE 99' }, many)
    expect(errors[0]?.message).toMatch(
      /^tradeType must be one of ROOF, SIDING, TRADE 00, .*TRADE 49\.$/,
    )
  })

  test('are refused to other organizations, and for invalid pages', async () => {
    const codeOf = async (variables: object, requestedBy = caller) =>
      (await ask(listQuery, { orgId, ...variables }, requestedBy)).errors[0]?.extensions['code']
    expect(await codeOf({}, { orgIds: [1] })).toBe('FORBIDDEN')
    expect(await codeOf({ first: 201 })).toBe('BAD_USER_INPUT')
    expect(await codeOf({ after: 'x' })).toBe('BAD_USER_INPUT')
    expect(await codeOf({ search: '\0' })).toBe('BAD_USER_INPUT')
    expect(await codeOf({ search: 'x'.repeat(201) })).toBe('BAD_USER_INPUT')
  })

  test('are refused when they have more lines than the maximum of one response', async () => {
    const { id } = (await create(manyLines(1000), { orgIds: [32] })).template
    await database.query(
      `insert into template (id, org_id, name, trade_type, created_at, updated_at)
       select 900000 + n, 32, 'Long ' || n, 'ROOF', now(), now() from generate_series(1, 20) n`,
    )
    await database.query(
      `insert into template_line (org_id, template_id, sort_order, name, group_name, type, measure,
         measurement_units, coverage, quantity_units, rounding, notes, unit_cost, markup, tax_percent)
       select 32, 900000 + n, sort_order, name, group_name, type, measure, measurement_units, coverage,
         quantity_units, rounding, notes, unit_cost, markup, tax_percent
       from template_line, generate_series(1, 20) n where template_id = $1`,
      [id],
    )
    const long = await ask(listQuery, { orgId: 32 }, caller)
    expect(long.errors[0]).toMatchObject({
      message: expect.stringContaining('more than 20000 lines together') as string,
      extensions: { code: 'BAD_USER_INPUT', argument: 'lines' },
    })
    expect((await ask(listQuery, { orgId: 32, first: 20 }, caller)).errors).toEqual([])
  })
})

describe('the database refuses', () => {
  test.for([
    ['a step without a size', `update template_line set rounding = 'step'`],
    ['a step of 0', `update template_line set rounding = 'step', rounding_step = 0`],
    ['an unknown rounding', `update template_line set rounding = 'up'`],
    ['a minimum below 0', 'update template_line set minimum_quantity = -1'],
    ['conditions that are no list', `update template_line set conditions = '{}'`],
    ['packages that are no list', `update product set packages = '{}'`],
    ['a version of 0', 'update template set version = 0'],
    [
      'one name in two spellings',
      `insert into template (org_id, name, trade_type, created_at, updated_at)
       select org_id, upper(name), '', now(), now() from template`,
    ],
  ] as const)('%s', async ([, sql]) => {
    await create(templateOf([field]))
    await expect(database.query(sql)).rejects.toThrow(/violates (check|unique) constraint/)
  })
})

test('a name that its template gives up meanwhile is a conflict that can be repeated', async () => {
  expect(await nameTaken(database, 1, 'A name that no template has')).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(
      /^Another request changes .* Send the request again\.$/,
    ) as string,
  })
})

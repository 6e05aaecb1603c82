import { afterAll, describe, expect, test } from 'vitest'
import { createJob } from '../src/testing/create-job.ts'
import { createHarness } from './harness.ts'
import { createMutation } from './list-fields.ts'
import { productUpsert, templateCreate } from './template-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())
const { ask, database } = harness

const bundles = { unit: 'BUNDLES', holds: 32.8, of: 'SQUARE_FEET' }
const pallets = { unit: 'PALLETS', holds: 56, of: 'BUNDLES' }

async function upsert(product: object, variables: object = {}, caller = {}) {
  const response = await ask(productUpsert, { orgId: 1, product, ...variables }, caller)
  return { ...response, product: response.data?.productUpsert?.product }
}

const whole = {
  name: 'Timberline HDZ',
  displayName: 'Timberline HDZ Shingles',
  manufacturerUrl: 'https://www.gaf.com/hdz',
  productType: 'MATERIAL',
  sku: 'GAF-0489',
  provider: { identifier: 'abc-supply', name: 'ABC Supply' },
  packages: [bundles, pallets],
}

describe('a product', () => {
  test('is created with all given values, and replaced completely', async () => {
    const { product, errors } = await upsert(whole)
    expect(errors).toEqual([])
    expect(product).toEqual({ ...whole, id: product.id })

    const replaced = await upsert({ name: 'HDZ' }, { id: product.id })
    expect(replaced.product).toEqual({
      id: product.id,
      name: 'HDZ',
      displayName: null,
      manufacturerUrl: null,
      productType: 'MATERIAL',
      sku: null,
      provider: null,
      packages: [],
    })
  })

  test('is created once per Idempotency-Key', async () => {
    const caller = { idempotencyKey: 'product' }
    const [a, b] = await Promise.all([upsert(whole, {}, caller), upsert(whole, {}, caller)])
    expect(a?.product.id).toBe(b?.product.id)
  })

  test('is replaced once per Idempotency-Key, whose repetition keeps a later change', async () => {
    const { product } = await upsert(whole)
    const { id } = product
    const caller = { idempotencyKey: 'replace' }
    await upsert({ name: 'HDZ' }, { id }, caller)
    await upsert({ name: 'HDZ 2' }, { id })
    expect(await upsert({ name: 'HDZ' }, { id }, caller)).toMatchObject({
      product: { id, name: 'HDZ 2' },
      errors: [],
    })
    expect((await upsert({ name: 'HDZ 3' }, { id }, caller)).errors).toMatchObject([
      { extensions: { code: 'IDEMPOTENCY_CONFLICT' } },
    ])
  })

  test.for([
    ['a blank name', { name: ' ' }, 'name'],
    ['a NUL', { sku: 'a\0' }, 'sku'],
    ['no address', { manufacturerUrl: 'javascript:alert(1)' }, 'manufacturerUrl'],
    ['a blank provider', { provider: { identifier: '', name: 'ABC' } }, 'provider.identifier'],
    ['a package of 0', { packages: [{ ...bundles, holds: 0 }] }, 'packages[0].holds'],
    ['a package of 1e-9', { packages: [{ ...bundles, holds: 1e-9 }] }, 'packages[0].holds'],
    ['a blank unit', { packages: [bundles, { ...pallets, unit: ' ' }] }, 'packages[1].unit'],
    ['a package in itself', { packages: [{ ...bundles, of: 'bundles' }] }, 'packages'],
    [
      'a circle',
      { packages: [bundles, { unit: 'SQUARE FEET', holds: 1, of: 'PALLETS' }, pallets] },
      'packages',
    ],
    ['a unit defined twice', { packages: [bundles, { ...bundles, unit: ' bundles' }] }, 'packages'],
    [
      '21 packages',
      { packages: Array.from({ length: 21 }, (_, i) => ({ ...bundles, unit: `U${i}` })) },
      'packages',
    ],
  ] as const)('with %s is refused', async ([, change, path]) => {
    const argument = `product.${path}`
    const { errors } = await upsert({ ...whole, ...change })
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }])
  })

  test('is refused with all of its violations at once', async () => {
    const { errors } = await upsert({ name: '', sku: '', packages: [{ ...bundles, holds: -1 }] })
    const violations = (errors[0]?.extensions['faults'] ?? []) as { argument: string }[]
    expect(violations.map(({ argument }) => argument)).toEqual([
      'product.name',
      'product.sku',
      'product.packages[0].holds',
    ])
  })

  test('cannot lose packages that determine the coverage of template lines', async () => {
    const { product } = await upsert(whole)
    const line = {
      name: 'Shingles',
      listItemGroupName: 'Roof',
      type: 'MATERIAL',
      measure: [{ measure: 'roof_area' }],
      measurementUnits: 'squares',
      coverage: null,
      quantityUnits: 'PALLETS',
      productId: product.id,
    }
    const template = { name: 'By the pallet', tradeType: 'ROOF', lines: [line] }
    const created = await ask(templateCreate, { orgId: 1, template })
    const { id } = created.data.templateCreate.template

    const refused = await upsert({ ...whole, packages: [bundles] }, { id: product.id })
    expect(refused.errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', argument: 'product.packages' } },
    ])
    expect(refused.errors[0]?.message).toContain(`line 1 "Shingles" of template ${id}`)
    const other = await upsert(
      { ...whole, packages: [bundles, { ...pallets, holds: 42 }] },
      { id: product.id },
    )
    expect(other.errors).toEqual([])
  })
})

const productsQuery = `query ($orgId: Int!, $search: String, $first: Int, $after: String) {
  products(orgId: $orgId, search: $search, first: $first, after: $after) {
    nodes { name } pageInfo { hasNextPage endCursor }
  }
}`

describe('the products of an organization', () => {
  const caller = { orgIds: [41] }
  const page = async (variables: object = {}) =>
    (await ask(productsQuery, { orgId: 41, ...variables }, caller)).data.products
  const namesOf = async (variables: object = {}) =>
    (await page(variables)).nodes.map(({ name }) => name)

  test('are returned in pages, and found by words of name and SKU', async () => {
    for (const [name, sku] of [
      ['Drip Edge', 'DE-10'],
      ['Ridge Vent', 'RV-4'],
      ['Starter Strip', null],
    ]) {
      await upsert({ name, sku }, { orgId: 41 }, caller)
    }
    const first = await page({ first: 2 })
    expect(first).toMatchObject({ pageInfo: { hasNextPage: true } })
    expect(await namesOf({ after: first.pageInfo.endCursor })).toEqual(['Starter Strip'])
    expect(await namesOf({ search: 'edge dr' })).toEqual(['Drip Edge'])
    expect(await namesOf({ search: 'rv-4' })).toEqual(['Ridge Vent'])
    expect(await namesOf({ search: 'Timberline' })).toEqual([])
  })

  test('are found among many products', async () => {
    await database.query(
      `insert into product (org_id, name, product_type, packages)
       select 42, 'Part ' || n, 'MATERIAL', '[]' from generate_series(1, 20000) n`,
    )
    await database.query('analyze product')
    const { sqlStatements, data } = await ask(
      productsQuery,
      { orgId: 42, search: 'part 19999' },
      { orgIds: [42] },
    )
    expect(data.products.nodes).toEqual([{ name: 'Part 19999' }])
    expect(sqlStatements).toBe(1)
  })

  test('are not returned to callers of other organizations', async () => {
    const { errors } = await ask(productsQuery, { orgId: 41 })
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  })
})

test('an item has its quantity in other units by the packages of its product', async () => {
  const { product } = await upsert(whole)
  const line = {
    listItemGroupName: 'Roof',
    type: 'MATERIAL',
    measure: [{ measure: 'roof_area' }],
    measurementUnits: 'squares',
    coverage: 0.328,
    quantityUnits: 'BUNDLES',
  }
  const template = {
    name: 'Units',
    tradeType: 'ROOF',
    lines: [
      { ...line, name: 'With packages', productId: product.id },
      { ...line, name: 'Without', quantityUnits: 'SQUARES', coverage: 1, rounding: 'exact' },
    ],
  }
  const created = await ask(templateCreate, { orgId: 1, template })
  const { jobId } = await createJob(database, {
    orgId: 1,
    name: null,
    measurements: { roof: { roof_facets: { area: 2139 } } },
  })
  const { id } = created.data.templateCreate.template
  const made = await ask(createMutation, { jobId, templateIds: [id] })
  const list = made.data.projectManagementProductionListCreate.productionList
  const { data, errors, sqlStatements } = await ask(
    `{ projectManagementProductionListById(id: ${list.id}) { listItems {
      quantity squares: quantityIn(unit: "squares") pallets: quantityIn(unit: "PALLETS")
      rolls: quantityIn(unit: "ROLLS") blank: quantityIn(unit: "")
      product { id sku packages { unit holds of } }
    } } }`,
  )

  expect(errors).toEqual([])
  expect(data.projectManagementProductionListById.listItems).toEqual([
    {
      quantity: 66,
      squares: 21.648,
      pallets: 1.17857,
      rolls: null,
      blank: null,
      product: { id: product.id, sku: 'GAF-0489', packages: [bundles, pallets] },
    },
    { quantity: 21.39, squares: 21.39, pallets: null, rolls: null, blank: null, product: null },
  ])
  expect(sqlStatements).toBe(2)
})

describe('the defaults of an organization', () => {
  const query = 'query ($orgId: Int!) { organizationDefaults(orgId: $orgId) { wasteFactor } }'
  const mutation = `mutation ($orgId: Int!, $wasteFactor: Float!) {
    organizationDefaultsUpdate(orgId: $orgId, wasteFactor: $wasteFactor) { wasteFactor }
  }`

  test('are 0 until they are set, and can be changed', async () => {
    expect((await ask(query, { orgId: 1 })).data.organizationDefaults).toEqual({ wasteFactor: 0 })
    for (const wasteFactor of [0.1, 0.12345]) {
      const { data } = await ask(mutation, { orgId: 1, wasteFactor })
      expect(data.organizationDefaultsUpdate).toEqual({ wasteFactor })
      expect((await ask(query, { orgId: 1 })).data.organizationDefaults).toEqual({ wasteFactor })
    }
  })

  test.each([1.1, 0.000001])('are refused with a waste factor of %d', async (wasteFactor) => {
    const { errors } = await ask(mutation, { orgId: 1, wasteFactor })
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  })
})

test('the list of measures states the units of each', async () => {
  const { data } = await ask('{ measures { name dimension units description } }')
  expect(data.measures).toHaveLength(56)
  expect(data.measures).toContainEqual({
    name: 'valleys',
    dimension: 'length',
    units: 'linear_feet',
    description: 'Valleys',
  })
})

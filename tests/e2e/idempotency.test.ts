import { randomUUID } from 'node:crypto'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, test } from 'vitest'
import { createOrganization } from '../support/organization.ts'
import { graphql } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'

const organization = await disposeAfterAll(createOrganization(sharedDevEnv()))

type Results = Readonly<Record<string, { readonly job?: { readonly id: number } }>>

function send(query: string, key: string) {
  const { token, orgId } = organization
  return graphql<Results>(
    query.replaceAll('ORG', String(orgId)),
    {},
    { token, headers: { 'idempotency-key': key } },
  )
}

async function create(query: string, key: string): Promise<Results> {
  const { data, errors } = await send(query, key)
  expect(errors).toBeUndefined()
  return data ?? {}
}

const JOB = 'jobUpsert(orgId: ORG, name: "Alder") { job { id } }'
const VENDOR = 'vendorCreate(orgId: ORG, vendor: { vendorName: "Alder" }) { vendor { id } }'

test.each([
  ['of one service', `mutation { a: ${JOB} b: ${JOB} }`],
  ['of several services', `mutation { a: ${JOB} v: ${VENDOR} b: ${JOB} }`],
  [
    'in fragments',
    `mutation { ...A ... on Mutation { b: ${JOB} } } fragment A on Mutation { a: ${JOB} }`,
  ],
])('several mutations %s in one request each run once', async (_where, query) => {
  const key = randomUUID()
  const first = await create(query, key)

  expect(first['a']?.job?.id).not.toBe(first['b']?.job?.id)
  expect(await create(query, key)).toEqual(first)
})

test('different mutations of one service in one request each run once', async () => {
  const key = randomUUID()
  const query = `mutation {
    ${JOB}
    templateCreate(orgId: ORG, template: { name: "${key}", tradeType: "ROOF", lines: [{
      name: "Felt" listItemGroupName: "Roof" type: "MATERIAL" measure: [{ measure: "roof_area" }]
      measurementUnits: "squares" coverage: 4 quantityUnits: "ROLLS"
    }] }) { template { id } }
  }`
  expect(await create(query, key)).toEqual(await create(query, key))
})

test('a single mutation has the key of its request, whatever its alias', async () => {
  const key = randomUUID()
  const first = await create(`mutation { ${JOB} }`, key)

  expect((await create(`mutation { __typename other: ${JOB} }`, key))['other']).toEqual(
    first['jobUpsert'],
  )
})

test('a key of another mutation is refused with the name of that mutation', async () => {
  const key = randomUUID()
  await create(`mutation { ${JOB} }`, key)
  const { errors } = await send(
    'mutation { templateCopy(id: 1, name: "Copy") { template { id } } }',
    key,
  )

  expect(errors).toMatchObject([
    {
      message:
        'This Idempotency-Key was used for jobUpsert within the last 24 hours. Use a new key for templateCopy.',
      extensions: { code: 'IDEMPOTENCY_CONFLICT', operation: 'jobUpsert' },
    },
  ])
})

test.each(['', 'x'.repeat(256)])(
  'a key of the wrong length is refused for each mutation',
  async (key) => {
    const { errors } = await send(`mutation { a: ${JOB} b: ${JOB} }`, key)

    expect(errors).toHaveLength(2)
    for (const { extensions } of errors ?? [])
      expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'Idempotency-Key' })
  },
)

test('a repeated import of measurements returns its own version after a later import', async () => {
  const { id } = (await create(`mutation { ${JOB} }`, randomUUID()))['jobUpsert']?.job ?? { id: 0 }
  const importOf = (area: number) =>
    `mutation { jobMeasurementsImport(jobId: ${id}, measurements: { roof: { roof_facets: { area: ${area} } } }) { measurement { version } } }`
  const key = randomUUID()
  const first = await create(importOf(1000), key)
  await create(importOf(2000), randomUUID())

  expect(await create(importOf(1000), key)).toEqual(first)
})

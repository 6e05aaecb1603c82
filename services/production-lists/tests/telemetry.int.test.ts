import { startSpanRecorder } from '@takeoff/kit/testing/recorded-spans'
import { expect, test } from 'vitest'
import { createHarness } from './harness.ts'
import { productUpsert, templateCreate, templateUpdate } from './template-fields.ts'

const JOB = `mutation ($name: String!) {
  jobUpsert(orgId: 1, externalIdentifier: "s3cret key", name: $name) { job { id } }
}`
const LINE = {
  name: 's3cret line',
  listItemGroupName: 's3cret group',
  type: 'MATERIAL',
  measure: [{ measure: 'roof_area' }],
  measurementUnits: 'squares',
  coverage: 1,
  quantityUnits: 's3cret units',
  notes: 's3cret notes',
}

test('no span has what a caller writes of a job, a product or a template', async () => {
  await using recorder = await startSpanRecorder('production-lists')
  await using harness = await createHarness()
  const send = async (source: string, variables: Record<string, unknown>) => {
    const { data, errors } = await recorder.asRequest(() => harness.ask(source, variables))
    expect(errors).toEqual([])
    return data
  }
  for (const name of ['s3cret name', 's3cret other name']) await send(JOB, { name })
  const product = { name: 's3cret product', sku: 's3cret sku' }
  const { id } = (await send(productUpsert, { orgId: 1, product })).productUpsert.product
  await send(productUpsert, { orgId: 1, id, product: { ...product, displayName: 's3cret' } })
  const template = { name: 's3cret template', tradeType: 'ROOF', lines: [LINE, LINE] }
  const created = (await send(templateCreate, { orgId: 1, template })).templateCreate.template
  const changed = created.lines.map((line) => ({ ...LINE, id: line.id, color: 's3cret color' }))
  await send(templateUpdate, {
    id: created.id,
    template: { ...template, name: 's3cret', lines: changed },
  })

  const spans = await recorder.end()
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(
      ['job', 'product', 'template', 'template_line'].flatMap((table) => [
        `insert ${table}`,
        `update ${table}`,
      ]),
    ),
  )
  expect(JSON.stringify(spans)).not.toContain('s3cret')
})

import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { createJob } from '../src/testing/create-job.ts'
import { createHarness } from './harness.ts'
import { createMutation } from './list-fields.ts'
import { productUpsert, templateCreate } from './template-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())
const { ask, database } = harness

const text = await readFile(new URL('../../../docs/templates.md', import.meta.url), 'utf8')

function blockOf(name: string): string {
  return new RegExp(`\`\`\`json ${name}\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? ''
}

/** The rows of the table whose first column has this header. */
function tableOf(head: string): string[][] {
  const lines = text.slice(text.indexOf(`| ${head} `)).split('\n')
  const rows = lines.slice(2, lines.indexOf(''))
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

test('docs/templates.md lists every measure as the API returns it', async () => {
  const { data } = await ask('{ measures { name units description } }')
  const { measures } = data

  expect(tableOf('Measure')).toEqual(
    measures.map(({ name, units, description }) => [
      `\`${name}\``,
      units === null ? 'pieces' : `\`${units}\``,
      description,
    ]),
  )
})

test('the example of docs/templates.md has the quantities that it states', async () => {
  const product = JSON.parse(blockOf('product')) as object
  const created = await ask(productUpsert, { orgId: 1, product })
  const { id } = created.data.productUpsert.product
  const template = JSON.parse(blockOf('template').replaceAll('501', String(id))) as object
  const saved = await ask(templateCreate, { orgId: 1, template })
  expect(saved.errors).toEqual([])

  const measurements = JSON.parse(blockOf('measurements')) as object
  const { jobId } = await createJob(database, { orgId: 1, name: null, measurements })
  const templateIds = [saved.data.templateCreate.template.id]
  const { data, errors } = await ask(createMutation, { jobId, templateIds })
  expect(errors).toEqual([])
  const items = data.projectManagementProductionListCreate.productionList.listItems

  expect(tableOf('Item').map((row) => row.slice(0, 4))).toEqual(
    items.map(({ name, measurement, calculatedQuantity, quantity, quantityUnits }) => [
      name,
      String(measurement),
      String(calculatedQuantity),
      `${quantity} ${quantityUnits}`,
    ]),
  )
})

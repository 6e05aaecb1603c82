import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { openAsProcess, recordExecutions } from '@takeoff/kit/testing/row-security'
import { testRowSecurity } from '@takeoff/kit/testing/test-row-security'
import { invariant } from '@takeoff/kit/values/invariant'
import { beforeAll } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { exportJobs } from '../src/exports/export-jobs.ts'
import { exportLists } from '../src/exports/export-lists.ts'
import { exportPrices } from '../src/exports/export-prices.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { createHarness } from './harness.ts'
import { byIdQuery, byJobQuery, createMutation, updateMutation } from './list-fields.ts'

const options = { name: 'production-lists', entities, migrations }
const orgId = 2
const executions = recordExecutions(options.name)
const harness = await disposeAfterAll(createHarness())
const process = await disposeAfterAll(openAsProcess(harness.database, options))

/** Organization 2 uses the service. */
beforeAll(async () => {
  const { database } = harness
  const measurements = { roof: { roof_facets: { area: 2139 } } }
  const { jobId } = await createJob(database, { orgId, name: 'Maple Street', measurements })
  const { id: templateId } = await createTemplate(database, { orgId, lines: [{}, {}] })
  const ask = async (query: string, variables: object = {}) => {
    const { data, errors } = await harness.ask(query, { ...variables }, { orgIds: [orgId] })
    invariant(errors.length === 0, JSON.stringify(errors))
    return data
  }
  const created = await ask(createMutation, { jobId, templateIds: [templateId] })
  const { id, listItems } = created.projectManagementProductionListCreate.productionList
  const [item] = listItems as readonly { readonly id: number }[]
  await ask(updateMutation, { id, name: 'Edited', listItems: [{ id: item?.id, quantity: 3 }] })
  await ask(byIdQuery, { id })
  await ask(byJobQuery, { jobId, orgId })
  const csv = 'sku,name,unit,unit_cost,effective_from\nA,Shingles,BUNDLES,41.5,2026-01-01'
  await ask(
    `mutation ($csv: String!) { priceBookImport(orgId: 2, vendorId: 4, csv: $csv) { added } }`,
    { csv },
  )
  await ask(
    `query ($id: Int!, $jobId: Int!, $templateId: Int!) {
      projectManagementProductionLists(orgId: 2) { nodes { id listItems { id } missingMaterials { kind } } }
      projectManagementProductionListRevisions(id: $id) { nodes { version } }
      projectManagementProductionListDiff(id: $id, fromVersion: 1) { isEmpty }
      projectManagementProductionListRecomputation(id: $id) { diff { isEmpty } }
      projectManagementProductionListPreview(jobId: $jobId, templateIds: [$templateId]) { name }
      job(id: $jobId) { name measurement { version } measurements { version } }
      jobs(orgId: 2) { nodes { id } }
      template(id: $templateId) { name lines { id } }
      templates(orgId: 2) { nodes { id } }
      products(orgId: 2) { nodes { id } }
      organizationDefaults(orgId: 2) { wasteFactor }
      priceBook(orgId: 2, vendorId: 4) { prices { nodes { id history { id } } } }
    }`,
    { id, jobId, templateId },
  )
  await ask(
    `mutation ($id: Int!, $templateId: Int!) {
      templateArchive(id: $templateId) { template { id } }
      organizationDefaultsUpdate(orgId: 2, wasteFactor: 0.2) { wasteFactor }
      projectManagementProductionListMarkSold(id: $id, sold: true) { productionList { id } }
    }`,
    { id, templateId },
  )
  const own = process.ofOrganizations([orgId])
  const caller = { userId: 7, orgIds: [orgId], scopes: new Set(['lists:read']), token: '' }
  for (const chunks of [
    exportLists(own, { caller, orgId, updatedSinceMs: undefined }, 'ndjson'),
    exportJobs(own, orgId, 'ndjson'),
    exportPrices(own, { orgId, vendorId: 4 }),
  ]) {
    let text = ''
    for await (const chunk of chunks) text += chunk
    invariant(text !== '', 'an export is empty')
  }
})

testRowSecurity(options, () => ({ database: harness.database, process }), { executions })

import { afterAll, expect, test } from 'vitest'
import { loadDevelopmentData, readDevelopmentTemplates } from '../src/development-data.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createHarness } from './harness.ts'
import { draftedOn, houses, readHouse } from './houses/table.ts'
import { createMutation } from './list-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { database, ask } = harness
await loadDevelopmentData(database)

const wasteOfOrganization = new Map([
  [1, 0.1],
  [2, 0.12],
])

test.for(houses)(
  'a list created on the %s has the quantities that the tables were checked with',
  async (house) => {
    const measurements = await readHouse(house)
    for (const { id, orgId } of await readDevelopmentTemplates()) {
      const { jobId } = await createJob(database, { orgId, name: house, measurements })
      const { data } = await ask(createMutation, { jobId, templateIds: [id] }, { orgIds: [orgId] })

      const { listItems } = data.projectManagementProductionListCreate.productionList
      const defaultWasteFactor = wasteOfOrganization.get(orgId) ?? 0
      const drafted = await draftedOn(house, { templateId: id, defaultWasteFactor })
      expect(
        listItems.map((item: { calculatedQuantity: number; quantity: number }) => [
          item.calculatedQuantity,
          item.quantity,
        ]),
      ).toEqual(drafted.map(([, quantities]) => quantities))
    }
  },
)

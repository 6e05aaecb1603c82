import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { createClient } from '../../../services/client/src/client.ts'
import {
  JobMeasurementsImportDocument,
  JobUpsertDocument,
  ProductionListCreateDocument,
  ProductionListUpdateDocument,
} from '../../../services/client/src/generated/operations.ts'
import { GABLE_ROOF } from '../../support/organization.ts'
import { required } from '../../support/required.ts'

/** Asphalt Shingle Roof of the development data. */
const TEMPLATE = 1
/** Items that one request may add. */
const ITEMS_MAX = 1_000
const GROUPS = ['Shingles', 'Underlayment', 'Flashing', 'Ventilation', 'Fasteners']

export interface List {
  readonly id: number
  readonly version: number
  readonly lineCount: number
}

/** A list of the organization of the development data with this many lines at least, in five groups. */
export async function createListOf(
  { graphqlUrl, details: { orgId, tokens } }: DevEnv,
  lineCount: number,
): Promise<List> {
  const client = createClient({ url: graphqlUrl, token: tokens.admin })
  const job = await client.request(JobUpsertDocument, { orgId, name: `Of ${lineCount} lines` })
  const jobId = required(job.data.jobUpsert?.job?.id)
  await client.request(JobMeasurementsImportDocument, { jobId, measurements: GABLE_ROOF })
  const variables = { jobId, templateIds: [TEMPLATE] }
  const created = await client.request(ProductionListCreateDocument, variables)
  const { id, listItems } = required(
    created.data.projectManagementProductionListCreate?.productionList,
  )
  let count = listItems.length
  let version = 1
  while (count < lineCount) {
    const addListItems = Array.from({ length: Math.min(lineCount - count, ITEMS_MAX) }, itemOf)
    await client.request(ProductionListUpdateDocument, { id, addListItems })
    count += addListItems.length
    version += 1
  }
  return { id, version, lineCount: count }
}

function itemOf(_: unknown, index: number) {
  return {
    name: `Architectural Shingles, Weathered Wood ${index}`,
    listItemGroupName: GROUPS[index % GROUPS.length] ?? '',
    quantity: 1 + (index % 40),
    quantityUnits: 'EACH',
    unitCost: 12.5,
  }
}

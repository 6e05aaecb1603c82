import { loadDevelopmentData as loadVendors } from '@takeoff/order-documents/development-data'
import {
  loadDevelopmentData as loadJobs,
  readDevelopmentJobs,
} from '@takeoff/production-lists/development-data'
import { errorMessage } from '@takeoff/kit/values/caught'
import type { DevDetailsSource } from './dev-details.ts'
import { connectDevelopmentVendors } from './development-connections.ts'
import { createDevelopmentLists } from './development-lists.ts'
import { importNewerPrices } from './development-prices.ts'
import { OTHER_ORG_ID } from './development-tokens.ts'
import type { DevelopmentTokens } from './development-tokens.ts'
import type { OwnDatabases } from './postgres/own-databases.ts'

/**
 * Loads the development data of the services; existing data stays as it is.
 * @throws Error when the API refuses a part of it
 */
export async function loadDevelopmentData(
  databases: OwnDatabases,
  graphqlUrl: string,
  tokens: DevelopmentTokens,
): Promise<Pick<DevDetailsSource, 'jobs' | 'lists'>> {
  await Promise.all([
    loadJobs(databases['production-lists']),
    loadVendors(databases['order-documents']),
  ])
  const jobs = await readDevelopmentJobs()
  const tokenOf = (orgId: number): string =>
    orgId === OTHER_ORG_ID ? tokens.otherOrg : tokens.admin
  try {
    const [lists] = await Promise.all([
      createDevelopmentLists(graphqlUrl, jobs, tokenOf),
      connectDevelopmentVendors(graphqlUrl, tokenOf),
    ])
    await importNewerPrices(graphqlUrl, tokenOf)
    return { jobs, lists }
  } catch (error) {
    throw new Error(`The development data could not be loaded: ${errorMessage(error)}`, {
      cause: error,
    })
  }
}

import { loadDevelopmentData as loadVendors } from '@takeoff/order-documents/development-data'
import {
  loadDevelopmentData as loadJobs,
  readDevelopmentJobs,
} from '@takeoff/production-lists/development-data'
import { errorMessage } from '@takeoff/kit/values/caught'
import type { DevDetailsSource } from './dev-details.ts'
import type { DevelopmentApi } from './development-api.ts'
import { connectDevelopmentVendors } from './development-connections.ts'
import { createDevelopmentLists } from './development-lists.ts'
import { importNewerPrices } from './development-prices.ts'
import type { OwnDatabases } from './postgres/own-databases.ts'

/**
 * Loads the development data of the services; existing data stays as it is.
 * @throws Error when the API refuses a part of it, unless because an organization is read-only
 */
export async function loadDevelopmentData(
  databases: OwnDatabases,
  api: DevelopmentApi,
): Promise<Pick<DevDetailsSource, 'jobs' | 'lists'>> {
  await Promise.all([
    loadJobs(databases['production-lists']),
    loadVendors(databases['order-documents']),
  ])
  const jobs = await readDevelopmentJobs()
  try {
    const [lists] = await Promise.all([
      createDevelopmentLists(api, jobs),
      connectDevelopmentVendors(api),
    ])
    await importNewerPrices(api)
    return { jobs, lists }
  } catch (error) {
    throw new Error(`The development data could not be loaded: ${errorMessage(error)}`, {
      cause: error,
    })
  }
}

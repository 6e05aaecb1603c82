import { readNewerDevelopmentPrices } from '@takeoff/production-lists/development-prices'
import type { DevelopmentApi } from './development-api.ts'

const IMPORT = `mutation ($orgId: Int!, $vendorId: Int!, $csv: String!) {
  priceBookImport(orgId: $orgId, vendorId: $vendorId, csv: $csv) { refused }
}`

/**
 * Imports newer prices of some vendors, through the public API as a user would; repeating it changes
 * nothing. It runs after the lists are created, so that these warn.
 */
export async function importNewerPrices(api: DevelopmentApi): Promise<void> {
  const imports = await readNewerDevelopmentPrices()
  await Promise.all(imports.map((prices) => api.change(prices.orgId, IMPORT, prices)))
}

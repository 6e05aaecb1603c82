import { readNewerDevelopmentPrices } from '@takeoff/production-lists/development-prices'
import { sendGraphql } from './send-graphql.ts'

const IMPORT = `mutation ($orgId: Int!, $vendorId: Int!, $csv: String!) {
  priceBookImport(orgId: $orgId, vendorId: $vendorId, csv: $csv) { refused }
}`

/**
 * Imports newer prices of some vendors, through the public API as a user would; repeating it changes
 * nothing. It runs after the lists are created, so that these warn.
 */
export async function importNewerPrices(
  graphqlUrl: string,
  tokenOf: (orgId: number) => string,
): Promise<void> {
  const imports = await readNewerDevelopmentPrices()
  await Promise.all(
    imports.map((prices) =>
      sendGraphql(graphqlUrl, tokenOf(prices.orgId), { query: IMPORT, variables: prices }),
    ),
  )
}

import { readNewerDevelopmentPrices } from '@takeoff/production-lists/development-prices'
import { askGraphql } from './ask-graphql.ts'

const IMPORT = `mutation ($orgId: Int!, $vendorId: Int!, $csv: String!) {
  priceBookImport(orgId: $orgId, vendorId: $vendorId, csv: $csv) { refused }
}`

/**
 * Imports what some vendors charge by now, through the public API as a user would; to repeat it changes
 * nothing. It comes after the lists, so that these warn.
 */
export async function importNewerPrices(
  graphqlUrl: string,
  tokenOf: (orgId: number) => string,
): Promise<void> {
  const imports = await readNewerDevelopmentPrices()
  await Promise.all(
    imports.map((prices) =>
      askGraphql(graphqlUrl, tokenOf(prices.orgId), { query: IMPORT, variables: prices }),
    ),
  )
}

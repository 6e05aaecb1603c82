import type { Page } from 'playwright-core'

type Refused = 'nothing' | 'reads' | 'changes'

/** @returns says which GraphQL requests of the page are refused from then on, with the text `Not now.` */
export async function refuseRequests(page: Page): Promise<(refused: Refused) => void> {
  let refused: Refused = 'nothing'
  await page.route('**/session/graphql', (route) => {
    const isChange = 'idempotency-key' in route.request().headers()
    if (refused !== (isChange ? 'changes' : 'reads')) return route.continue()
    return route.fulfill({ status: 403, json: { code: 'FORBIDDEN', detail: 'Not now.' } })
  })
  return (next) => {
    refused = next
  }
}

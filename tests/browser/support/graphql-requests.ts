import type { Page, Request } from 'playwright-core'

const GRAPHQL = '**/session/graphql'

type Refused = 'nothing' | 'reads' | 'changes'

/** @returns says which GraphQL requests of the page are refused from then on, with the text `Not now.` */
export async function refuseRequests(page: Page): Promise<(refused: Refused) => void> {
  let refused: Refused = 'nothing'
  await page.route(GRAPHQL, (route) => {
    if (refused !== (isChange(route.request()) ? 'changes' : 'reads')) return route.continue()
    return route.fulfill({ status: 403, json: { code: 'FORBIDDEN', detail: 'Not now.' } })
  })
  return (next) => {
    refused = next
  }
}

/** Keeps all that is read from the page. @returns lets the page have it */
export async function holdReads(page: Page): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(GRAPHQL, async (route) => {
    if (!isChange(route.request())) await released
    await route.continue()
  })
  return async () => {
    release()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

interface HeldChange {
  /** Ends when the server has made a change. */
  readonly made: Promise<void>
  /** Lets the page have the response, and those of later changes at once. */
  readonly release: () => Promise<void>
  /** As `release`, but the connection ends without the response. */
  readonly lose: () => Promise<void>
}

/** Keeps the responses of changes from the page. */
export async function holdChanges(page: Page): Promise<HeldChange> {
  const { promise: made, resolve: make } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<'whole' | 'lost'>()
  await page.route(GRAPHQL, async (route) => {
    if (!isChange(route.request())) return route.continue()
    const response = await route.fetch()
    make()
    if ((await released) === 'lost') await route.abort()
    else await route.fulfill({ response })
  })
  const end = async (outcome: 'whole' | 'lost'): Promise<void> => {
    release(outcome)
    await page.unrouteAll({ behavior: 'wait' })
  }
  return {
    made,
    release: () => end('whole'),
    lose: () => end('lost'),
  }
}

const isChange = (request: Request): boolean => 'idempotency-key' in request.headers()

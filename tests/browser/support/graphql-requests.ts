import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'

const GRAPHQL = '**/session/graphql'

/**
 * Handles all GraphQL requests of an open page from then on. Chromium responds to `Fetch.enable` before it takes effect in the
 * page; a change that is sent meanwhile would pass by. So it waits until another request of the page is handled.
 */
export async function routeGraphql(
  page: Page,
  handle: Parameters<Page['route']>[1],
): Promise<void> {
  await page.route(GRAPHQL, handle)
  await page.route(/\/\?handled$/, (route) => route.fulfill({ status: 204 }))
  await expect.poll(() => page.evaluate(async () => (await fetch('/?handled')).status)).toBe(204)
}

type Refused = 'nothing' | 'reads' | 'changes'

/** @returns says which GraphQL requests of the page are refused from then on, with the text `Not now.` */
export async function refuseRequests(page: Page): Promise<(refused: Refused) => void> {
  let refused: Refused = 'nothing'
  await routeGraphql(page, (route) => {
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
  await routeGraphql(page, async (route) => {
    if (!isChange(route.request())) await released
    await route.continue()
  })
  return async () => {
    release()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

interface HeldChange {
  /** Ends when the server has made a change, or fails as its request does. */
  readonly made: Promise<unknown>
  /** Lets the page have the response, and those of later changes at once. */
  readonly release: () => Promise<void>
  /** As `release`, but the connection ends without the response. */
  readonly lose: () => Promise<void>
}

/** Keeps the responses of changes from the page. */
export async function holdChanges(page: Page): Promise<HeldChange> {
  const { promise: made, resolve: make } = Promise.withResolvers<unknown>()
  // It may fail before the test waits for it.
  made.catch(() => undefined)
  const { promise: released, resolve: release } = Promise.withResolvers<'whole' | 'lost'>()
  await routeGraphql(page, async (route) => {
    if (!isChange(route.request())) return route.continue()
    const fetched = route.fetch()
    make(fetched)
    const response = await fetched
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

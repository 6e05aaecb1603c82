import type { Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath, openSignedIn, shareSignedIn } from './support/browser.ts'
import { createList } from './support/office-data.ts'

/** The document of a request, whose variables may differ where it is read twice. */
function documentIdOf(request: Request): string {
  const { documentId } = request.postDataJSON() as { readonly documentId: string }
  return documentId
}

describe.skipIf(browserPath === undefined)('a page that is opened (needs Chromium)', () => {
  const shared = shareSignedIn('owner')

  test('requests the session, its code and its operations before the application runs, each once', async () => {
    const { listId } = await createList('Loaded')
    const { page } = await openSignedIn('owner')
    // What follows when the browser is idle is not what the page waits for.
    await page.addInitScript(() => {
      globalThis.requestIdleCallback = () => 0
    })
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    const isOperation = (request: Request): boolean => request.url().endsWith('/session/graphql')
    const readsList = (request: Request): boolean =>
      isOperation(request) && (request.postData() ?? '').includes(`"variables":{"id":${listId}}`)
    const operations: string[] = []
    page.on('request', (request) => {
      if (isOperation(request)) operations.push(documentIdOf(request))
    })
    // The application arrives when what it would ask for was requested; else the test does not end.
    const requested = Promise.all([
      page.waitForRequest('**/session'),
      page.waitForRequest(/\/assets\/list-page-[^/]*\.js$/),
      page.waitForRequest(readsList),
    ])
    await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
      await requested
      await route.continue()
    })
    await page.goto(`/o/1/lists/${listId}`)
    await page
      .getByRole('textbox', { name: /^Quantity of/ })
      .first()
      .waitFor()

    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    )
    expect(loaded.filter((path) => path === '/session')).toHaveLength(1)
    expect(operations).toEqual([...new Set(operations)])
    const names = loaded.flatMap(
      (path) => /^\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(path)?.[1] ?? [],
    )
    expect([...new Set(names)].sort()).toEqual(['index', 'list-page', 'shared', 'start'])
  })

  test.each([
    '/o/1/jobs',
    '/o/1/jobs/1',
    '/o/1/lists',
    '/o/1/lists/1',
    '/o/1/lists/1/order',
    '/o/1/orders',
    '/o/1/catalog/templates',
    '/o/1/integrations/webhooks',
  ])('%s reads nothing twice', async (path) => {
    const { page } = shared()
    const operations: string[] = []
    const collect = (request: Request): void => {
      if (request.url().endsWith('/session/graphql')) operations.push(documentIdOf(request))
    }
    // The page before may still read.
    await page.goto('about:blank')
    page.on('request', collect)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' })
    page.off('request', collect)
    expect(operations.length).toBeGreaterThan(1)
    expect(operations).toEqual([...new Set(operations)])
  })
})

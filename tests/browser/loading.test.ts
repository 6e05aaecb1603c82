import type { Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath, openSignedIn } from './support/browser.ts'
import { createList } from './support/office-data.ts'

describe.skipIf(browserPath === undefined)('a page that is opened (needs Chromium)', () => {
  test('requests the session, its code and its operation at once, in few files', async () => {
    const { listId } = await createList('Loaded')
    const { page } = await openSignedIn('owner')
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    const readsList = (request: Request): boolean =>
      request.url().endsWith('/session/graphql') &&
      (request.postData() ?? '').includes(`"variables":{"id":${listId}}`)
    // Scripts arrive when what they would ask for next was requested; else the test does not end.
    const session = page.waitForRequest('**/session')
    const operation = page.waitForRequest(readsList)
    await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
      await session
      await route.continue()
    })
    await page.route(/\/assets\/list-page-[^/]*\.js$/, async (route) => {
      await operation
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
    const names = loaded.flatMap(
      (path) => /^\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(path)?.[1] ?? [],
    )
    expect(names.filter((name) => name !== 'palette').sort()).toEqual([
      'index',
      'list-page',
      'shared',
    ])
  })
})

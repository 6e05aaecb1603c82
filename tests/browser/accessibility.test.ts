import { describe, expect, test } from 'vitest'
import { browserPath, openConsole, openSignedIn } from './support/browser.ts'
import type { PageOptions } from './support/browser.ts'
import { createList } from './support/office-data.ts'

/** The pages, with a heading of their own by which one knows that they are loaded. */
const pagesOf = (
  jobId: number,
  listId: number,
): readonly (readonly [path: string, heading: string | RegExp])[] => [
  ['/o/1/jobs', 'Jobs'],
  [`/o/1/jobs/${jobId}`, NAME],
  [`/o/1/jobs/${jobId}/measurements`, 'Measurements'],
  [`/o/1/jobs/${jobId}/new-list`, 'New list'],
  ['/o/1/lists', 'Lists'],
  [`/o/1/lists/${listId}`, NAME],
  [`/o/1/lists/${listId}/order`, 'Order'],
  ['/o/1/orders', 'Orders'],
  ['/o/1/catalog/templates', 'Templates'],
  // Other tests may have given it another name.
  ['/o/1/catalog/templates/1', /./],
  ['/o/1/catalog/vendors', 'Vendors'],
  ['/o/1/catalog/prices', 'Prices'],
  ['/o/1/catalog/brand', 'Brand'],
  ['/o/1/integrations/webhooks', 'Webhooks'],
  ['/o/1/integrations/audit', 'Audit log'],
  ['/o/1/integrations/clients', 'API clients'],
  ['/o/1/nowhere', 'There is no page at this address'],
]

const NAME = 'Accessible to everybody'

const LOOKS: readonly (readonly [look: string, options: PageOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['forced colors', { forcedColors: 'active' }],
  ['320 pixels', { viewport: { width: 320, height: 640 } }],
  // 200 % of zoom has half of the pixels.
  ['200 %', { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
]

describe.skipIf(browserPath === undefined)('every page is accessible (needs Chromium)', () => {
  test.each(LOOKS)('%s', async (_, options) => {
    const { jobId, listId } = await createList(NAME)
    const { page, expectAccessible } = await openSignedIn('owner', '/o/1/jobs', options)
    for (const [path, heading] of pagesOf(jobId, listId)) {
      await page.goto(path)
      await page.getByRole('heading', { name: heading }).first().waitFor()
      await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' })
      await expectAccessible()
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect([path, wider]).toEqual([path, 0])
    }
  })

  test('sign-in', async () => {
    const { page, expectAccessible } = await openConsole('/')
    await page.getByRole('heading', { name: 'Sign in to Takeoff' }).waitFor()
    await expectAccessible()
    expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(1)
  })
})

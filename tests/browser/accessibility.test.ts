import { describe, expect, test } from 'vitest'
import { browserPath, openConsole, openSignedIn } from './support/browser.ts'
import type { PageOptions } from './support/browser.ts'

/** The pages, with a heading of their own by which one knows that they are loaded. */
const PAGES: readonly (readonly [path: string, heading: string | RegExp])[] = [
  ['/o/1/jobs', 'Jobs'],
  ['/o/1/jobs/1', /Maple Street 214/],
  ['/o/1/jobs/1/measurements', 'Measurements'],
  ['/o/1/jobs/1/new-list', 'New list'],
  ['/o/1/lists', 'Lists'],
  ['/o/1/lists/1', /Asphalt Shingle Roof/],
  ['/o/1/catalog/templates', 'Templates'],
  ['/o/1/catalog/templates/1', /Asphalt Shingle Roof/],
  ['/o/1/catalog/vendors', 'Vendors'],
  ['/o/1/catalog/prices', 'Prices'],
  ['/o/1/catalog/brand', 'Brand'],
  ['/o/1/integrations/webhooks', 'Webhooks'],
  ['/o/1/integrations/audit', 'Audit log'],
  ['/o/1/integrations/clients', 'API clients'],
  ['/o/1/nowhere', 'There is no page at this address'],
]

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
    const { page, expectAccessible } = await openSignedIn('owner', '/o/1/jobs', options)
    for (const [path, heading] of PAGES) {
      await page.goto(path)
      await page
        .getByRole('heading', { name: heading, level: 1 })
        .or(page.getByRole('heading', { name: heading }))
        .first()
        .waitFor()
      await page.waitForLoadState('networkidle')
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

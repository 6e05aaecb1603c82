import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath, openSignedIn } from './support/browser.ts'
import { keyboard, mouse, orderFromFile, slowDown } from './support/main-flow.ts'

const STEPS_MAX = 25

/** The PDF of the order on the page, as the browser gets it. */
async function readPdf(page: Page): Promise<string> {
  const address = await page.getByRole('link', { name: 'Download PDF' }).getAttribute('href')
  return page.evaluate(async (url) => {
    const response = await fetch(url)
    return `${response.status} ${(await response.text()).slice(0, 5)}`
  }, address ?? '')
}

describe.skipIf(browserPath === undefined)('from a file to an order (needs Chromium)', () => {
  // The key that leads from one element to the next counts, too.
  test.each([
    ['mouse', mouse],
    ['keyboard', keyboard],
  ] as const)(
    `with the %s alone, in ${STEPS_MAX} steps, at 200 ms of delay`,
    async (means, handsOf) => {
      const { page } = await openSignedIn('owner', '/o/1/jobs')
      await slowDown(page)
      const hands = handsOf(page)
      await orderFromFile(page, hands, `Flow by ${means}`)
      expect(await readPdf(page)).toBe('200 %PDF-')
      expect(hands.count()).toBeLessThanOrEqual(STEPS_MAX)
    },
    240_000,
  )
})

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
  test.each([
    ['mouse', mouse, STEPS_MAX],
    // The key that leads from one element to the next counts, too.
    ['keyboard', keyboard, Infinity],
  ] as const)(
    'with the %s alone, at 200 ms of delay',
    async (means, handsOf, stepsMax) => {
      const { page } = await openSignedIn('owner', '/o/1/jobs')
      await slowDown(page)
      const hands = handsOf(page)
      await orderFromFile(page, hands, `Flow by ${means}`)
      expect(await readPdf(page)).toBe('200 %PDF-')
      expect(hands.count()).toBeLessThanOrEqual(stepsMax)
    },
    240_000,
  )
})

import { scaled } from '@takeoff/kit/testing/scale'
import { describe, expect, test } from 'vitest'
import { browserPath, openSignedIn } from './support/browser.ts'
import { changeList, createList, readList } from './support/office-data.ts'

/** An hour in the full run; what is kept in memory grows with each poll. */
const POLLS = scaled(240, 40)
const GROWTH_BYTES_MAX = 3_000_000
/** The most that a list may have, in the full run; always far more than there are on a screen. */
const LINES = scaled(5_000, 1_500)
const BLOCK = 500

describe.skipIf(browserPath === undefined)('a page in long use (needs Chromium)', () => {
  test(`${POLLS} polls leave the memory of the page as it was`, async () => {
    const { listId } = await createList('Left open')
    const { page } = await openSignedIn('estimator', '/')
    await page.clock.install()
    await page.goto(`/o/1/lists/${listId}`)
    await page.getByRole('textbox', { name: /^Quantity of GAF Timberline/ }).waitFor()
    const browser = await page.context().newCDPSession(page)
    const usedBytes = async (): Promise<number> => {
      await browser.send('HeapProfiler.collectGarbage')
      return (await browser.send('Runtime.getHeapUsage')).usedSize
    }
    let x = 0
    const poll = async (): Promise<void> => {
      // A page without input stops to poll.
      x = 1 - x
      await page.mouse.move(x, 0)
      const response = page.waitForResponse((each) => each.url().endsWith('/session/graphql'))
      await page.clock.fastForward(15_001)
      await response
    }
    for (let warmUp = 0; warmUp < 5; warmUp += 1) await poll()
    const before = await usedBytes()
    for (let polls = 0; polls < POLLS; polls += 1) await poll()
    expect((await usedBytes()) - before).toBeLessThan(GROWTH_BYTES_MAX)
  })

  test(`of a list of ${LINES} lines only those on the screen are in the page, each can be edited, and all are printed`, async () => {
    const { listId } = await createList('Long')
    for (let first = 0; first < LINES; first += BLOCK)
      await changeList({
        id: listId,
        addListItems: Array.from({ length: BLOCK }, (_, index) => ({
          name: `Item ${first + index}`,
          listItemGroupName: `Block ${first / BLOCK}`,
          quantity: 1,
          quantityUnits: 'EACH',
          unitCost: 2,
        })),
      })
    const { page, expectAccessible } = await openSignedIn('estimator', `/o/1/lists/${listId}`)
    await page.getByRole('textbox', { name: /^Quantity of GAF Timberline/ }).waitFor()
    expect(await page.getByRole('row').count()).toBeLessThan(100)
    const rows = page.locator('tbody tr')
    await page.locator('tbody tr[aria-hidden=true]').first().waitFor({ state: 'attached' })
    const printed = await rows.evaluateAll(([first]) => {
      dispatchEvent(new Event('beforeprint'))
      return first?.parentElement?.childElementCount
    })
    expect(printed).toBeGreaterThan(LINES)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect.poll(() => rows.count()).toBeLessThan(100)
    await expectAccessible()
    const quantities = page.getByRole('textbox', { name: /^Quantity of Item/ })
    // Rows that come during scrolling are texts, which are drawn faster, and get their controls when it ends.
    const inputs = await page.evaluate(async () => {
      scrollTo(0, document.documentElement.scrollHeight / 2)
      await new Promise(requestAnimationFrame)
      return document.querySelectorAll('tbody input').length
    })
    expect(inputs).toBe(0)
    const lines = page.locator('tbody th[scope=row]')
    await expect
      .poll(async () => (await lines.count()) - (await quantities.count()), { timeout: 10_000 })
      .toBe(0)
    // Those to which the keyboard leads have them at once. It begins on the screen: nothing is below the last row in the page
    // until the next frame.
    await quantities.nth(Math.floor((await quantities.count()) / 2)).focus()
    const from = await page.locator(':focus').getAttribute('aria-label')
    for (let rows = 0; rows < 30; rows += 1) await page.keyboard.press('Enter')
    const to = await page.locator(':focus').getAttribute('aria-label')
    expect(numberIn(to) - numberIn(from)).toBe(30)

    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const last = page.getByRole('textbox', { name: `Quantity of Item ${LINES - 1} (each)` })
    await last.fill('7')
    await page.keyboard.press('Control+s')
    await page.getByText(/Saved as version/).waitFor()
    expect((await readList(listId)).listItems.at(-1)?.quantity).toBe(7)
  })
})

const numberIn = (label: string | null): number => Number(/\d+/.exec(label ?? '')?.[0])

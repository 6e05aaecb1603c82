import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath, openSignedIn } from './support/browser.ts'
import { measurementsFile } from './support/office-data.ts'

/** The whole way of a job: file → list → edit → order → PDF. */
const STEPS_MAX = 25
const DELAY_MS = 200
const FILE = fileURLToPath(measurementsFile)

/** How a person reaches and uses what is on the screen; each click, and each key other than those of a text, counts. */
interface Hands {
  readonly activate: (target: Locator) => Promise<void>
  readonly type: (target: Locator, text: string) => Promise<void>
  readonly choose: (target: Locator, option: string) => Promise<void>
  readonly chooseFile: (target: Locator) => Promise<void>
  readonly count: () => number
}

function mouse(page: Page): Hands {
  let steps = 0
  return {
    async activate(target) {
      steps += 1
      await target.click()
    },
    async type(target, text) {
      steps += 1
      await target.click()
      await target.fill(text)
    },
    async choose(target, option) {
      steps += 2
      await target.selectOption({ label: option })
    },
    async chooseFile(target) {
      steps += 1
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), target.click()])
      await chooser.setFiles(FILE)
    },
    count: () => steps,
  }
}

function keyboard(page: Page): Hands {
  let steps = 0
  const press = async (key: string): Promise<void> => {
    steps += 1
    await page.keyboard.press(key)
  }
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor({ state: 'attached' })
    for (let tabs = 0; tabs < 600; tabs += 1) {
      if (await hasFocus(target)) return
      await press('Tab')
    }
    throw new Error('the focus does not get there')
  }
  return {
    async activate(target) {
      await reach(target)
      const isCheckbox = (await target.getAttribute('type')) === 'checkbox'
      await press(isCheckbox ? 'Space' : 'Enter')
    },
    async type(target, text) {
      await reach(target)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    async choose(target, option) {
      await reach(target)
      await page.keyboard.type(option)
    },
    async chooseFile(target) {
      const chooser = page.waitForEvent('filechooser')
      await reach(target)
      await press('Enter')
      await (await chooser).setFiles(FILE)
    },
    count: () => steps,
  }
}

/** A page that has just been opened takes the focus after it was painted, so the focus must be there in the next frame too. */
function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate(async (element) => {
    if (element !== document.activeElement) return false
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return element === document.activeElement
  })
}

async function orderFromFile(page: Page, hands: Hands, name: string): Promise<void> {
  const button = (text: string | RegExp): Locator =>
    page.getByRole('button', { name: text, exact: typeof text === 'string' })
  await hands.activate(button('New job'))
  await hands.type(page.getByLabel('Name'), name)
  await hands.activate(button('Create'))
  await hands.activate(page.getByRole('link', { name: 'Add measurements' }))
  await hands.chooseFile(button('Choose a file'))
  await hands.activate(button('Accept and save'))
  await hands.activate(page.getByRole('link', { name: 'New list' }))
  await hands.activate(page.getByRole('checkbox', { name: 'Asphalt Shingle Roof' }))
  await page.getByRole('cell', { name: /GAF Timberline/ }).waitFor()
  await hands.activate(button('Create list'))
  await hands.type(page.getByRole('textbox', { name: /^Quantity of GAF Timberline/ }), '80')
  await hands.activate(button('Save'))
  await page.getByText('Saved as version 2').waitFor()
  await hands.activate(page.getByRole('link', { name: 'Order', exact: true }))
  await hands.choose(page.getByRole('combobox', { name: /^How/ }).first(), 'By document')
  await hands.activate(button(/^Place order/))
  await hands.activate(page.getByRole('dialog').getByRole('button', { name: 'Order now' }))
  await hands.activate(page.getByRole('link', { name: 'Open order' }).first())
  await page.getByRole('link', { name: 'Download PDF' }).waitFor()
}

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
      const network = await page.context().newCDPSession(page)
      await network.send('Network.enable')
      await network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: DELAY_MS,
        downloadThroughput: -1,
        uploadThroughput: -1,
      })
      const hands = handsOf(page)
      const startedAt = Date.now()
      await orderFromFile(page, hands, `Flow by ${means}`)
      const seconds = Math.round((Date.now() - startedAt) / 100) / 10
      process.stdout.write(`[main flow] ${means}: ${hands.count()} steps, ${seconds} s\n`)
      expect(await readPdf(page)).toBe('200 %PDF-')
      expect(hands.count()).toBeLessThanOrEqual(stepsMax)
    },
    240_000,
  )
})

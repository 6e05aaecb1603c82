import path from 'node:path'
import { repositoryRoot } from '@takeoff/bundles/programs'
import type { Locator, Page } from 'playwright-core'

const DELAY_MS = 200
const FILE = path.join(repositoryRoot, 'docs/examples/measurements.json')

/** How a person reaches and uses what is on the screen; each click, and each key other than those of a text, counts. */
export interface Hands {
  readonly activate: (target: Locator) => Promise<void>
  readonly type: (target: Locator, text: string) => Promise<void>
  readonly choose: (target: Locator, option: string) => Promise<void>
  readonly chooseFile: (target: Locator) => Promise<void>
  readonly count: () => number
}

export function mouse(page: Page): Hands {
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

/** Presses the keys that an element announces, e for the first field of the page, and Tab for everything else. */
export function keyboard(page: Page): Hands {
  let steps = 0
  const press = async (key: string): Promise<void> => {
    steps += 1
    await page.keyboard.press(key)
  }
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor({ state: 'attached' })
    if (await isFieldOfPage(target)) await press('e')
    for (let tabs = 0; tabs < 600; tabs += 1) {
      if (await hasFocus(target)) return
      await press('Tab')
    }
    throw new Error('the focus does not get there')
  }
  return {
    async activate(target) {
      const [keys] = (await target.getAttribute('aria-keyshortcuts'))?.split(' ') ?? []
      if (keys !== undefined) return press(keys)
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
      await this.activate(target)
      await (await chooser).setFiles(FILE)
    },
    count: () => steps,
  }
}

function isFieldOfPage(target: Locator): Promise<boolean> {
  return target.evaluate((element) =>
    element.matches('#content :not(dialog *):is(input, select, textarea)'),
  )
}

/** A page that has just been opened takes the focus after it was painted, so the focus must be there in the next frame too. */
function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate(async (element) => {
    if (element !== document.activeElement) return false
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return element === document.activeElement
  })
}

/** The whole way of a job: file → list → edit → order → PDF. Uses only what is on the screen. */
export async function orderFromFile(page: Page, hands: Hands, name: string): Promise<void> {
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

/** Makes each response of the network take this much longer. */
export async function slowDown(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: DELAY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}

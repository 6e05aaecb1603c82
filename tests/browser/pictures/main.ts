import path from 'node:path'
import { repositoryRoot } from '@takeoff/dev-env/config'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../support/browser.ts'

/**
 * Takes the pictures of docs/images/console from a running `npm start` with its development data: all of them, or those
 * whose names are given.
 */
const wanted = new Set(process.argv.slice(2))
const ORIGIN = process.env.TAKEOFF_ORIGIN ?? 'http://127.0.0.1:4000'
const FOLDER = path.join(repositoryRoot, 'docs/images/console')
const OWNER = 'olivia@example.com'

const LOOKS = {
  'desktop-light': { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  'phone-dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const

interface Picture {
  readonly name: string
  readonly path: string
  /** What a person does on the page before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>
}

const quantity = /^Quantity of GAF Timberline/

const PICTURES: readonly Picture[] = [
  { name: 'jobs', path: '/o/1/jobs' },
  { name: 'job', path: '/o/1/jobs/1' },
  { name: 'measurements', path: '/o/1/jobs/1/measurements' },
  {
    name: 'measurement-file',
    path: '/o/1/jobs/1/measurements',
    async act(page) {
      const file = path.join(repositoryRoot, 'docs/examples/measurements.json')
      await page.getByLabel('Choose a file').setInputFiles(file)
      await page.getByText(/^Recognised as/).waitFor()
    },
  },
  {
    name: 'new-list',
    path: '/o/1/jobs/1/new-list',
    async act(page) {
      await page.getByRole('checkbox', { name: 'Asphalt Shingle Roof' }).check()
      await page.getByRole('cell', { name: /GAF Timberline/ }).waitFor()
    },
  },
  { name: 'lists', path: '/o/1/lists' },
  { name: 'list', path: '/o/1/lists/1' },
  {
    name: 'list-edited',
    path: '/o/1/lists/1',
    async act(page) {
      await page.getByRole('textbox', { name: quantity }).fill('99')
    },
  },
  { name: 'new-order', path: '/o/1/lists/1/order' },
  { name: 'orders', path: '/o/1/orders' },
  { name: 'templates', path: '/o/1/catalog/templates' },
  { name: 'template', path: '/o/1/catalog/templates/1' },
  { name: 'vendors', path: '/o/1/catalog/vendors' },
  { name: 'prices', path: '/o/1/catalog/prices' },
  { name: 'brand', path: '/o/1/catalog/brand' },
  { name: 'webhooks', path: '/o/1/integrations/webhooks' },
  { name: 'audit', path: '/o/1/integrations/audit' },
  { name: 'attention', path: '/o/1/attention' },
  {
    name: 'search',
    path: '/o/1/jobs',
    async act(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('maple')
      await page.getByRole('option').first().waitFor()
    },
  },
]

const browser = await launchBrowser()
for (const look of Object.keys(LOOKS) as (keyof typeof LOOKS)[]) await takeAll(browser, look)
await browser.close()

async function takeAll(browser: Browser, look: keyof typeof LOOKS): Promise<void> {
  const context = await browser.newContext({ baseURL: ORIGIN, ...LOOKS[look] })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('heading', { name: 'Sign in to Takeoff' }).waitFor()
  if (wanted.size === 0) await page.screenshot({ path: path.join(FOLDER, `sign-in-${look}.png`) })
  await page.goto(`/session/sign-in?login_hint=${encodeURIComponent(OWNER)}`)
  for (const { name, path: address, act } of PICTURES) {
    if (wanted.size > 0 && !wanted.has(name)) continue
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    await act?.(page)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: path.join(FOLDER, `${name}-${look}.png`) })
    await page.evaluate(() => localStorage.clear())
    process.stdout.write(`${name}-${look}\n`)
  }
  await context.close()
}

import path from 'node:path'
import { repositoryRoot } from '@takeoff/dev-env/config'
import type { Locator, Page } from 'playwright-core'
import type { Office } from './office.ts'

export interface Picture {
  /** Begins the names of its files. */
  readonly name: string
  readonly path: string
  /** The address by which a person signs in; undefined for a person who has not. */
  readonly person?: string
  /** What the person does on the page before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>
}

const OWNER = 'olivia@example.com'
const VIEWER = 'vera@example.com'
const EXAMPLE = path.join(repositoryRoot, 'docs/examples/measurements.json')
const SHINGLES = 'GAF Timberline HDZ Shingles'
const PRICES = `sku,name,unit,unit_cost,effective_from
GAF-0489-CHAR,GAF Timberline HDZ Shingles,BUNDLES,44.10,2026-12-01
NEW-1,Copper ridge roll,ROLLS,80,2026-12-01
BAD-1,Strap,PIECES,free,2026-12-01
`

const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true })
const fileOf = (name: string, mimeType: string, text: string) => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
})
/** Chooses from the menu of actions of the page, or of what it lists. */
const choose = async (page: Page, menu: string | RegExp, item: string): Promise<void> => {
  await page.getByRole('button', { name: menu }).first().click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
const inDialog = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('dialog').getByText(text).first().waitFor()
const quantityOf = (page: Page): Locator =>
  page.getByRole('textbox', { name: `Quantity of ${SHINGLES}` })
/** Opens the page again with responses of the API that are replaced. */
const withResponses = async (page: Page, respond: Parameters<Page['route']>[1]): Promise<void> => {
  await page.route('**/session/graphql', respond)
  await page.reload({ waitUntil: 'commit' })
}

const list = '/o/1/lists/1'
const listMenu = /^More for Asphalt Shingle Roof/

/** Every page of the console, and its states. */
export function pictures(office: Office): readonly Picture[] {
  const ofOwner: readonly Picture[] = [
    { name: 'jobs', path: '/o/1/jobs' },
    {
      name: 'jobs-empty',
      path: '/o/1/jobs',
      async act(page) {
        await page.getByRole('searchbox').fill('nothing-like-it')
        await page.getByText('No job matches').waitFor()
      },
    },
    {
      name: 'jobs-loading',
      path: '/o/1/jobs',
      async act(page) {
        await withResponses(page, () => undefined)
        await page.getByText('Loading', { exact: true }).first().waitFor()
      },
    },
    {
      name: 'jobs-error',
      path: '/o/1/jobs',
      async act(page) {
        await withResponses(page, (route) => route.fulfill({ status: 502, body: '{}' }))
        await button(page, 'Try again').waitFor()
      },
    },
    {
      name: 'job-new',
      path: '/o/1/jobs',
      async act(page) {
        await button(page, 'New job').click()
        await button(page, 'Create').click()
        await page.getByText('Give the job a name.').waitFor()
      },
    },
    { name: 'job', path: '/o/1/jobs/1' },
    { name: 'measurements', path: '/o/1/jobs/1/measurements' },
    {
      name: 'measurement-file',
      path: '/o/1/jobs/1/measurements',
      async act(page) {
        await page.getByLabel('Choose a file').setInputFiles(EXAMPLE)
        await page.getByText(/^Recognised as/).waitFor()
      },
    },
    {
      name: 'measurement-file-unreadable',
      path: '/o/1/jobs/1/measurements',
      async act(page) {
        const file = fileOf('report.xlsx', 'text/plain', 'PK\u0003\u0004')
        await page.getByLabel('Choose a file').setInputFiles(file)
        await page.getByText('This file cannot be read').waitFor()
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
    { name: 'list', path: list },
    { name: 'list-edited', path: list, act: (page) => quantityOf(page).fill('99') },
    {
      name: 'list-invalid',
      path: list,
      act: (page) => quantityOf(page).fill('many'),
    },
    {
      name: 'list-explained',
      path: list,
      async act(page) {
        await choose(page, `More for ${SHINGLES}`, 'Where the figures come from')
        await inDialog(page, 'Rounded up to whole packages')
      },
    },
    {
      name: 'list-add-item',
      path: list,
      async act(page) {
        await button(page, 'Add item').click()
        await page.getByRole('dialog', { name: 'Add item' }).getByLabel('Item').fill('Ridge')
      },
    },
    {
      name: 'list-history',
      path: '/o/1/lists/2',
      async act(page) {
        await office.changeOtherList()
        await page.reload()
        await choose(page, listMenu, 'History')
        await page.getByLabel('Compare version').selectOption('Version 1')
        await page.getByRole('dialog').getByRole('table').first().waitFor()
      },
    },
    {
      name: 'list-recompute',
      path: '/o/1/lists/2',
      async act(page) {
        await office.measureOtherJob()
        await page.reload()
        await choose(page, listMenu, 'Recompute')
        await page.getByRole('dialog').getByRole('checkbox').nth(2).waitFor()
      },
    },
    {
      name: 'list-conflict',
      path: '/o/1/lists/2',
      async act(page) {
        await quantityOf(page).fill('5')
        await office.changeOtherList()
        await page.keyboard.press('Control+s')
        await inDialog(page, /Theirs/)
      },
    },
    {
      name: 'list-offline',
      path: list,
      async act(page) {
        await quantityOf(page).fill('99')
        await page.context().setOffline(true)
        await page.getByText(/^You are offline/).waitFor()
      },
    },
    {
      name: 'list-session-ended',
      path: list,
      async act(page) {
        await quantityOf(page).fill('99')
        await page.context().clearCookies()
        await page.keyboard.press('Control+s')
        await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
      },
    },
    {
      name: 'list-spanish',
      path: list,
      async act(page) {
        await page.getByRole('button', { name: /Account/ }).click()
        await page.getByRole('menuitemradio', { name: 'Español' }).click()
        await page.keyboard.press('Escape')
        await quantityOf(page).waitFor({ state: 'detached' })
      },
    },
    { name: 'new-order', path: `${list}/order` },
    {
      name: 'new-order-confirm',
      path: '/o/1/lists/2/order',
      async act(page) {
        await button(page, /^Place orders?$/).click()
        await page.getByRole('dialog', { name: 'Order this?' }).waitFor()
      },
    },
    { name: 'orders', path: '/o/1/orders' },
    { name: 'order', path: `/o/1/orders/${office.orderId}` },
    {
      name: 'order-change',
      path: `/o/1/orders/${office.orderId}`,
      async act(page) {
        await button(page, 'Change order').click()
        await page
          .getByLabel(/^Take back of/)
          .first()
          .fill('9999')
        await button(page, 'Place the change').click()
        await page.getByText('More than is ordered.').waitFor()
      },
    },
    { name: 'order-at-supplier', path: `/o/1/orders/${office.supplierOrderId}` },
    { name: 'templates', path: '/o/1/catalog/templates' },
    { name: 'template', path: '/o/1/catalog/templates/1' },
    {
      name: 'template-invalid',
      path: '/o/1/catalog/templates/1',
      async act(page) {
        await page
          .getByLabel(/^Unit cost of/)
          .first()
          .fill('cheap')
        await page.getByText('1 value must be corrected').waitFor()
      },
    },
    { name: 'vendors', path: '/o/1/catalog/vendors' },
    {
      name: 'vendor-new',
      path: '/o/1/catalog/vendors',
      async act(page) {
        await button(page, 'New vendor').click()
        await button(page.getByRole('dialog'), 'Create').click()
        await inDialog(page, 'This cannot be empty.')
      },
    },
    { name: 'prices', path: '/o/1/catalog/prices' },
    {
      name: 'price-file',
      path: '/o/1/catalog/prices',
      async act(page) {
        await button(page, 'Import prices').click()
        const file = fileOf('prices.csv', 'text/csv', PRICES)
        await page.getByRole('dialog').getByLabel('CSV file').setInputFiles(file)
        await page.getByRole('dialog').getByText('All 3').click()
        await inDialog(page, 'GAF-0489-CHAR')
      },
    },
    { name: 'brand', path: '/o/1/catalog/brand' },
    { name: 'webhooks', path: '/o/1/integrations/webhooks' },
    {
      name: 'webhook-new',
      path: '/o/1/integrations/webhooks',
      async act(page) {
        await button(page, 'New webhook').first().click()
        await page.getByRole('dialog').getByRole('radio', { name: 'Only these' }).check()
      },
    },
    { name: 'webhook', path: `/o/1/integrations/webhooks/${office.webhookId}` },
    { name: 'clients', path: '/o/1/integrations/clients' },
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
    {
      name: 'shortcuts',
      path: '/o/1/jobs',
      async act(page) {
        await page.keyboard.press('?')
        await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      },
    },
    { name: 'no-such-page', path: '/o/1/nowhere' },
    { name: 'no-such-list', path: '/o/1/lists/999999' },
  ]
  return [
    { name: 'sign-in', path: '/' },
    ...ofOwner.map((picture) => ({ person: OWNER, ...picture })),
    { name: 'list-of-viewer', path: list, person: VIEWER },
    { name: 'no-permission', path: '/o/1/jobs/1/measurements', person: VIEWER },
  ]
}

import path from 'node:path'
import { repositoryRoot } from '@takeoff/bundles/programs'
import type { Locator, Page } from 'playwright-core'
import type { Office } from './office.ts'
import { button, choose, fileOf, inDialog, withResponses } from './picture.ts'
import type { Picture } from './picture.ts'

const EXAMPLE = path.join(repositoryRoot, 'docs/examples/measurements.json')
const SHINGLES = 'GAF Timberline HDZ Shingles'

export const list = '/o/1/lists/1'
const listMenu = /^More for Asphalt Shingle Roof/
const quantityOf = (page: Page): Locator =>
  page.getByRole('textbox', { name: `Quantity of ${SHINGLES}` })

export const jobs: readonly Picture[] = [
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
]

export const listsOf = (office: Office): readonly Picture[] => [
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
]

export const ordersOf = (office: Office): readonly Picture[] => [
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
]

import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath, openSignedIn } from './support/browser.ts'
import { documentIdOf } from './support/documents.ts'
import { createList } from './support/office-data.ts'

const OFFLINE = /^You are offline/

/** The names of the files that the page has loaded, without their hashes. */
const loadedFiles = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) =>
        [...name.matchAll(/\/assets\/([\w-]+)-[\w-]{8}(\.\w+)$/g)].map(([, file, ext]) =>
          [file, ext].join(''),
        ),
      ),
  )

/** Responds that the server no longer has a file, as after an update, until a document is requested. */
async function removeFile(page: Page, name: string): Promise<void> {
  let isGone = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false
  })
  await page.route(new RegExp(`/assets/${name}-[^/]*$`), (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  )
}

describe.skipIf(browserPath === undefined)('a lost connection (needs Chromium)', () => {
  test('takes no dialog from the page, and another page that is not loaded says so and is opened when the connection is back', async () => {
    const { listId } = await createList('Disconnected')
    const { page } = await openSignedIn('estimator', `/o/1/lists/${listId}`, { expected: [/ERR_/] })
    await expect
      .poll(() => loadedFiles(page))
      .toEqual(expect.arrayContaining(['add-item-dialog.js', 'add-item-dialog.css']))
    await page.context().setOffline(true)
    await page.getByText(OFFLINE).waitFor()
    await page.getByRole('button', { name: 'Add item' }).click()
    await page.getByRole('dialog', { name: 'Add item' }).getByLabel('Item').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Catalog', exact: true }).click()
    const failure = page.getByRole('alert').filter({ hasText: 'This could not be loaded' })
    await failure.getByText(OFFLINE).waitFor()
    const again = failure.getByRole('button', { name: 'Try again' })
    const isBusy = again.and(page.locator('[aria-busy]'))
    const shown = Promise.withResolvers<void>()
    await page.route(/\/assets\/[^/]*\.js$/, async (route) => {
      await shown.promise
      await route.continue()
    })
    await page.context().setOffline(false)
    await isBusy.waitFor()
    shown.resolve()
    await page.getByRole('heading', { name: 'Templates', exact: true }).waitFor()
  })

  test('leaves the page as it is when the documentation is opened', async () => {
    const { page } = await openSignedIn('estimator', '/o/1/jobs', { expected: [/ERR_/] })
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    await page.context().setOffline(true)
    const opened = page.context().waitForEvent('page')
    await page.getByRole('button', { name: /Account/ }).click()
    await page.getByRole('menuitem', { name: 'Documentation' }).click()
    await opened
    await page.getByText(OFFLINE).waitFor()
    expect(new URL(page.url()).pathname).toBe('/o/1/jobs')
  })

  test('keeps the language, and says so, until the other one can be loaded', async () => {
    const { page } = await openSignedIn('viewer', '/o/1/jobs', { expected: [/ERR_/] })
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    await page.context().setOffline(true)
    const choose = async (language: string): Promise<void> => {
      await page.getByRole('button', { name: /Account/ }).click()
      await page.getByRole('menuitemradio', { name: language }).click()
    }
    await choose('Español')
    await page.getByText(/The language has not changed. You are offline/).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('takeoff:language'))).toBeNull()
    await page.context().setOffline(false)
    await choose('Español')
    await page.getByRole('heading', { name: 'Obras' }).waitFor()
  })

  test('is reported by a dialog at once: its change is sent once', async () => {
    const { page } = await openSignedIn('estimator', '/o/1/jobs', { expected: [/ERR_/] })
    await page.getByRole('button', { name: 'New job' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New job' })
    await dialog.getByLabel('Name').fill('Typed without a connection')
    await page.context().setOffline(true)
    const sent: Request[] = []
    page.on('request', (request) => {
      if ((request.postData() ?? '').includes(documentIdOf('JobSave'))) sent.push(request)
    })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByRole('alert').getByText(OFFLINE).waitFor()
    expect(sent).toHaveLength(1)
    await page.context().setOffline(false)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Typed without a connection' }).waitFor()
  })
})

/** The file with the Spanish words. */
const SPANISH = /\/assets\/es-[^/]*\.js$/

describe.skipIf(browserPath === undefined)('an update of the console (needs Chromium)', () => {
  test('loads the page again when another page is opened whose file is gone', async () => {
    const { page } = await openSignedIn('estimator', '/o/1/jobs', { expected: [/status of 404/] })
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    await removeFile(page, 'lists-page')
    const loaded = page.waitForEvent('load')
    await page.getByRole('link', { name: 'Lists', exact: true }).click()
    await loaded
    await page.getByRole('heading', { name: 'Lists', exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/o/1/lists')
  })

  test('shows a page in English whose Spanish is gone; a language that was not chosen is not remembered', async () => {
    const options = { locale: 'es-US', expected: [/status of 404/] }
    const { page } = await openSignedIn('viewer', '/o/1/jobs', options)
    await page.getByRole('heading', { name: 'Obras' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('takeoff:language'))).toBeNull()
    await page.route(SPANISH, (route) => route.fulfill({ status: 404 }))
    await page.reload()
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
    const chooseSpanish = async (): Promise<void> => {
      await page.getByRole('button', { name: /Account/ }).click()
      await page.getByRole('menuitemradio', { name: 'Español' }).click()
    }
    const loaded = page.waitForEvent('load')
    await chooseSpanish()
    await loaded
    expect(await page.evaluate(() => localStorage.getItem('takeoff:language'))).toBe('es')
    // The second choice reloads nothing more, because the first reload did not help.
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    await chooseSpanish()
    await page.getByText(/The language has not changed/).waitFor()
    await page.unroute(SPANISH)
    await page.reload()
    await page.getByRole('heading', { name: 'Obras' }).waitFor()
  })

  test('leaves the page as it is when a dialog is opened whose file is gone, until the person tries again', async () => {
    const { listId } = await createList('Outdated')
    const { page } = await openSignedIn('estimator', '/o/1/jobs', { expected: [/status of 404/] })
    await page.getByRole('link', { name: 'Lists', exact: true }).click()
    await removeFile(page, 'rename-dialog')
    await page.getByRole('link', { name: 'Outdated' }).first().click()
    const quantity = page.getByRole('textbox', { name: /^Quantity of GAF Timberline/ })
    await quantity.fill('85')
    const rename = async (): Promise<void> => {
      await page.getByRole('button', { name: /^More for Outdated/ }).click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
    }
    await rename()
    const failure = page.getByRole('dialog', { name: 'This could not be loaded' })
    await failure.getByText(/it may have been updated meanwhile/).waitFor()
    const loaded = page.waitForEvent('load')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await loaded
    await quantity.waitFor()
    expect(await quantity.inputValue()).toBe('85')
    expect(new URL(page.url()).pathname).toBe(`/o/1/lists/${listId}`)
    await rename()
    await page.getByRole('dialog', { name: 'Rename' }).waitFor()
  })
})

import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sharedDevEnv } from '../e2e/support/dev-env.ts'
import { browserPath, openSignedIn, shareSignedIn } from './support/browser.ts'
import {
  archiveVendor,
  changeTemplate,
  createTemplate,
  createVendor,
  importPrices,
} from './support/catalog-data.ts'
import { documentIdOf, handleNext, loseResponse } from './support/documents.ts'
import { holdChanges, refuseRequests, routeGraphql } from './support/graphql-requests.ts'

const LOGO = fileURLToPath(
  new URL('../../services/order-documents/dev-data/logos/ridgeline-exteriors.png', import.meta.url),
)
const RUN = Date.now()
const { accessToken } = sharedDevEnv().details.providerSimulator

/** A name that nothing of an earlier run has. */
const named = (name: string): string => `${name} ${RUN}`
const VENDOR = named('Gutter Works')

const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true })

const lineItems = (page: Page): Locator => page.getByRole('rowheader').getByRole('textbox')

async function lineNames(page: Page): Promise<string[]> {
  const items = lineItems(page)
  await items.first().waitFor()
  return items.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value))
}

async function openLines(page: Page): Promise<{ items: Locator; names: string[] }> {
  await page.goto('/o/2/catalog/templates/5')
  return { items: lineItems(page), names: await lineNames(page) }
}

async function removeLine(page: Page, name = ''): Promise<void> {
  await button(page, `More for ${name}`).click()
  await page.getByRole('menuitem', { name: 'Remove line' }).click()
}

const csv = (...rows: readonly string[]) => ({
  name: 'prices.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['sku,name,unit,unit_cost,effective_from', ...rows].join('\n')),
})

// The second organization, whose catalog no other test of a browser uses.
describe.skipIf(browserPath === undefined)('the catalog in a browser (needs Chromium)', () => {
  const shared = shareSignedIn('owner 2', { expected: [/status of 4\d\d/] })

  test('a template is checked while it is typed, saved, and tried on a job', async () => {
    const { page, expectAccessible } = shared()
    await page.goto('/o/2/catalog/templates')
    await page.getByRole('link', { name: 'New template' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill(named('Gutters'))
    await page.getByLabel('Trade').fill('GUTTERS')
    await button(page, 'Add line').click()
    await page.getByLabel('Item of line 1').fill('Gutter 5 in')
    await page.getByLabel('Measure', { exact: true }).selectOption({ label: 'Eaves' })
    await page.getByLabel('Group', { exact: true }).fill('Gutters')
    await page.getByLabel('Unit of Gutter 5 in').fill('PIECES')
    await page.getByLabel('One unit covers of Gutter 5 in').fill('10')
    await page.getByLabel('Unit cost of Gutter 5 in').fill('cheap')
    await page.getByText('1 value must be corrected').waitFor()
    await expectAccessible()
    await page.getByLabel('Unit cost of Gutter 5 in').fill('12.5')
    await button(page, 'Save').click()
    await page.getByText('The template was saved as version 1.').waitFor()
    expect(page.url()).toMatch(/\/templates\/\d+$/)

    await page.getByLabel('Measured job').selectOption({ index: 1 })
    const sample = page.getByRole('region', { name: 'Sample result' }).last()
    await sample.getByRole('row', { name: /Gutter 5 in/ }).waitFor()
    await page.getByLabel('One unit covers of Gutter 5 in').fill('20')
    await page.getByText('Save the template to see what your changes come to.').waitFor()
    await page.keyboard.press('Control+s')
    await sample.getByText(/^was \d+ pieces$/).waitFor()
  })

  test('a line that was removed is put back once', async () => {
    const { page } = shared()
    const { items, names } = await openLines(page)
    await removeLine(page, names[1])
    expect(await items.count()).toBe(names.length - 1)
    await button(page, 'Undo').dblclick()
    await page.getByText(`${names.length} lines`).waitFor()
    expect(await items.count()).toBe(names.length)
    expect(await items.nth(1).inputValue()).toBe(names[1])
    expect(await page.getByText('Unsaved changes.').count()).toBe(0)
  })

  test('a line that is put back after its removal was saved is saved as a new line', async () => {
    const { page } = shared()
    const { id } = await createTemplate(named('Put back'), ['Coil', 'Elbow'])
    await page.goto(`/o/2/catalog/templates/${id}`)
    await removeLine(page, 'Coil')
    await button(page, 'Save').click()
    await page.getByText('The template was saved as version 2.').waitFor()
    await button(page, 'Undo').click()
    await button(page, 'Save').click()
    await page.getByText('The template was saved as version 3.').waitFor()
    expect(await lineNames(page)).toEqual(['Coil', 'Elbow'])
  })

  test('no line is offered to be put back once its page was left', async () => {
    const { page } = shared()
    const { names } = await openLines(page)
    await removeLine(page, names[1])
    await button(page, 'Undo').waitFor()
    await page.getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('searchbox').waitFor()
    await expect.poll(() => button(page, 'Undo').count(), { timeout: 5_000 }).toBe(0)
    // The draft of the template is kept.
    await page.goBack()
    await button(page, 'Discard changes').click()
    await button(page.getByRole('dialog'), 'Discard changes').click()
    await expect.poll(() => lineItems(page).count()).toBe(names.length)
  })

  test('two lines of one name that were removed are both put back', async () => {
    const { page } = shared()
    const { items, names } = await openLines(page)
    const [, name = ''] = names
    await items.nth(2).fill(name)
    const menu = button(page, `More for ${name}`)
    for (const left of [1, 0]) {
      await menu.first().click()
      await page.getByRole('menuitem', { name: 'Remove line' }).click()
      await expect.poll(() => menu.count()).toBe(left)
    }
    await button(page, 'Undo').last().click()
    await button(page, 'Undo').click()
    await expect.poll(() => menu.count()).toBe(2)
    await button(page, 'Discard changes').click()
    await button(page.getByRole('dialog'), 'Discard changes').click()
    await expect.poll(() => items.nth(2).inputValue()).toBe(names[2])
  })

  // With the keyboard alone: the second click of a double click focuses what was below the button.
  test('the keyboard goes on in the page when the button that was pressed is gone', async () => {
    const { page } = shared()
    const { names } = await openLines(page)
    const focused = page.locator('#content:focus')
    await removeLine(page, names[1])
    await focused.waitFor()
    await button(page, 'Undo').press('Enter')
    await focused.waitFor()
    expect(await focused.count()).toBe(1)
    await page.getByLabel(`Unit cost of ${names[1]}`).fill('3')
    await button(page, 'Discard changes').press('Enter')
    await button(page.getByRole('dialog'), 'Discard changes').press('Enter')
    await focused.waitFor()
  })

  test('the keyboard goes on in the page after a template was saved', async () => {
    const { page } = shared()
    const { id } = await createTemplate(named('Saved by keys'))
    const focused = page.locator('#content:focus')
    await page.goto(`/o/2/catalog/templates/${id}`)
    await page.getByLabel('Markup % of Item 1').fill('40')
    await button(page, 'Save').press('Enter')
    await page.getByText('The template was saved as version 2.').waitFor()
    await focused.waitFor()
    expect(await focused.count()).toBe(1)
  })

  test('a copy leads to its page, but not a person who has left meanwhile', async () => {
    const { page } = shared()
    const { name } = await createTemplate(named('Copied'))
    const other = await createTemplate(named('Copied meanwhile'))
    await page.goto('/o/2/jobs')
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    const catalog = page.getByRole('link', { name: 'Catalog', exact: true })
    await catalog.click()
    const copy = async (copyName: string, from = name): Promise<void> => {
      await button(page, `More for ${from}`).click()
      await page.getByRole('menuitem', { name: 'Copy' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill(copyName)
      await button(page.getByRole('dialog'), 'Copy').click()
    }
    const held = await holdChanges(page)
    await copy(named('First copy'))
    await held.made
    await page.goBack()
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    const opened: string[] = []
    page.on('framenavigated', (frame) => opened.push(new URL(frame.url()).pathname))
    await held.release()
    await catalog.click()
    await page.getByRole('link', { name: named('First copy') }).waitFor()
    await page.getByRole('heading', { name: 'Templates' }).waitFor()
    expect(opened.filter((path) => /\/templates\/\d+$/.test(path))).toEqual([])

    const lost = await loseResponse(page, 'TemplateCopy')
    await copy(named('Second copy'))
    await lost.handled
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await button(page.getByRole('dialog'), 'Cancel').click()
    // Another template that is copied meanwhile changes nothing.
    for (const [copyName, from] of [
      ['Third copy', other.name],
      ['Second copy', name],
    ] as const) {
      await copy(named(copyName), from)
      await page.waitForURL(/\/templates\/\d+$/)
      await catalog.click()
    }
    const second = page.getByRole('link', { name: named('Second copy') })
    await second.first().waitFor()
    expect(await second.count()).toBe(1)
  })

  test('a vendor that was archived can be restored for as long as Undo has the focus', async () => {
    const name = named('Restored')
    await createVendor(name)
    const { page } = await openSignedIn('owner 2', '/o/2/jobs')
    await page.clock.install()
    await page.goto('/o/2/catalog/vendors')
    await button(page, `More for ${name}`).press('Enter')
    await page.getByRole('menuitem', { name: 'Archive' }).press('Enter')
    const row = page.getByRole('row', { name })
    await row.waitFor({ state: 'detached' })
    await page.locator('#content:focus').waitFor()
    const undo = button(page, 'Undo')
    await undo.focus()
    await page.clock.fastForward(60_000)
    await undo.and(page.locator(':focus')).press('Enter')
    await row.waitFor()
    const restored = page.getByText(`${name} is back.`)
    await restored.hover()
    await page.clock.fastForward(60_000)
    await page.mouse.move(0, 0)
    expect(await restored.count()).toBe(1)
    await expect
      .poll(async () => {
        await page.clock.fastForward(7_000)
        return restored.count()
      })
      .toBe(0)
  })

  test('the product of a line is found by what is typed, and taken back', async () => {
    const { page } = shared()
    const template = await createTemplate(named('Of a product'))
    await page.goto(`/o/2/catalog/templates/${template.id}`)
    await button(page, 'All values of Item 1').click()
    const product = page.getByLabel('Product', { exact: true })
    const found = page.getByRole('list', { name: 'Product' }).getByRole('button')
    await product.fill('TruDefinition')
    await found.filter({ hasText: 'OC-DUR-ESTGRY' }).click()
    await page.getByText('TruDefinition Duration', { exact: true }).waitFor()
    await product.and(page.locator(':focus')).waitFor()
    expect([await product.inputValue(), await found.count()]).toEqual(['', 0])

    await product.fill('Aluminum')
    await found.first().waitFor()
    await button(page, 'Without product').click()
    await page.getByText('No product', { exact: true }).waitFor()
    await product.and(page.locator(':focus')).waitFor()
    expect([await product.inputValue(), await found.count()]).toEqual(['', 0])
  })

  test('a search of products says why it finds none', async () => {
    const template = await createTemplate(named('Of no product'))
    const target = `/o/2/catalog/templates/${template.id}`
    const { page } = await openSignedIn('owner 2', target, { expected: [/ERR_/] })
    await button(page, 'All values of Item 1').click()
    const product = page.getByRole('textbox', { name: 'Product', exact: true })
    const found = page.getByRole('list', { name: 'Product' }).getByRole('button')
    const none = page.getByRole('status').getByText('No product matches.')
    await product.fill('zzzzqq')
    await none.waitFor()
    await product.fill('Aluminum')
    await found.first().waitFor()
    expect(await none.count()).toBe(0)
    await page.context().setOffline(true)
    await product.fill('Gutter')
    await page.getByRole('alert').getByText('You are offline.').waitFor()
    expect(await found.count()).toBe(0)
    await page.context().setOffline(false)
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })

  test('two people change one template: what both changed is chosen, and nothing is lost', async () => {
    const { page, expectAccessible } = shared()
    const template = await createTemplate(named('Of two people'))
    await page.goto(`/o/2/catalog/templates/${template.id}`)
    await page.getByLabel('Name', { exact: true }).fill(named('Mine'))
    await page.getByLabel('Markup % of Item 1').fill('40')
    const lines = template.lines.map((line) => ({ ...line, notes: 'From the top' }))
    await changeTemplate(template, { name: named('Theirs'), lines })
    const refuse = await refuseRequests(page)
    refuse('reads')
    await button(page, 'Save').click()
    await page.getByRole('alert').getByText('Not now.').waitFor()
    refuse('nothing')
    await button(page, 'Save').click()
    const dialog = page.getByRole('dialog', { name: 'The template has changed meanwhile' })
    await dialog.getByRole('radio', { name: `Theirs: ${named('Theirs')}` }).check()
    await expectAccessible()
    expect(await dialog.getByRole('group').count()).toBe(1)
    refuse('changes')
    await button(dialog, 'Save both').click()
    await dialog.getByRole('alert').getByText('Not now.').waitFor()
    expect(await dialog.getByRole('group').count()).toBe(1)
    await page.unrouteAll({ behavior: 'wait' })
    await button(dialog, 'Save both').click()
    await page.getByText('The template was saved as version 3.').waitFor()
    await page.getByRole('heading', { name: named('Theirs') }).waitFor()
    expect(await page.getByLabel('Markup % of Item 1').inputValue()).toBe('40')
    await button(page, 'All values of Item 1').click()
    expect(await page.getByLabel('Notes for the crew').inputValue()).toBe('From the top')
  })

  test('of two orders of the lines the own one is saved, and the page says so before', async () => {
    const { page } = shared()
    const template = await createTemplate(named('In two orders'), ['Coil', 'Elbow', 'Strap'])
    await page.goto(`/o/2/catalog/templates/${template.id}`)
    await button(page, 'More for Coil').click()
    await page.getByRole('menuitem', { name: 'Move down' }).click()
    await changeTemplate(template, { lines: template.lines.toReversed() })
    await button(page, 'Save').click()
    const dialog = page.getByRole('dialog', { name: 'The template has changed meanwhile' })
    await dialog.getByText('Both of you moved lines. Your order is kept').waitFor()
    expect(await dialog.getByRole('group').count()).toBe(0)
    await button(dialog, 'Save both').click()
    await page.getByText('The template was saved as version 3.').waitFor()
    await page.reload()
    expect(await lineNames(page)).toEqual(['Elbow', 'Coil', 'Strap'])
  })

  test('a template is archived and copied only without unsaved changes', async () => {
    const { page } = shared()
    const { id } = await createTemplate(named('Not archived'))
    await page.goto(`/o/2/catalog/templates/${id}`)
    await button(page, 'Archive').waitFor()
    await page.getByLabel('Trade').fill('GUTTERS')
    await button(page, 'Save').waitFor()
    expect(await button(page, 'Archive').count()).toBe(0)
    expect(await button(page, 'Copy').count()).toBe(0)
    await button(page, 'Save').click()
    await button(page, 'Archive').click()
    await page.getByText('This template is archived').waitFor()
  })

  test('Ctrl S saves nothing behind a dialog', async () => {
    const { page } = shared()
    const { id } = await createTemplate(named('Behind a dialog'))
    await page.goto(`/o/2/catalog/templates/${id}`)
    const trade = page.getByLabel('Trade')
    await trade.fill('GUTTERS')
    await button(page, 'Discard changes').click()
    await page.keyboard.press('Control+s')
    await button(page.getByRole('dialog'), 'Discard changes').click()
    await page.getByText('Unsaved changes.').waitFor({ state: 'detached' })
    await page.reload()
    await trade.waitFor()
    expect(await trade.inputValue()).toBe('ROOF')
  })

  test('what is typed while a template is saved stays, of a new one too', async () => {
    const { page } = shared()
    await page.goto('/o/2/catalog/templates/new')
    const trade = page.getByLabel('Trade')
    await page.getByLabel('Name', { exact: true }).fill(named('Slowly saved'))
    await button(page, 'Add line').click()
    await page.getByLabel('Item of line 1').fill('Gutter')
    await page.getByLabel('Group', { exact: true }).fill('Gutters')
    for (const [version, text] of ['FIRST', 'SECOND'].entries()) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await routeGraphql(page, async (route) => {
        await released
        await route.continue()
      })
      const sent = page.waitForRequest('**/session/graphql')
      await page.keyboard.press('Control+s')
      await sent
      await page.keyboard.press('Control+s')
      await trade.fill(text)
      release()
      await page.getByText(`The template was saved as version ${version + 1}.`).waitFor()
      await page.unrouteAll({ behavior: 'wait' })
      await page.waitForURL(/templates\/\d+$/)
      await expect.poll(() => trade.inputValue()).toBe(text)
      expect(await page.getByRole('rowheader').count()).toBe(1)
    }
    await button(page, 'Save').click()
    await page.getByText('The template was saved as version 3.').waitFor()
    expect(await trade.inputValue()).toBe('SECOND')
    await page.goto('/o/2/catalog/templates/new')
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
  })

  test('a page that is left while a template is saved is not opened again, and its changes are saved once', async () => {
    const { page } = shared()
    await page.goto('/o/2/catalog/templates/new')
    await page.getByLabel('Name', { exact: true }).fill(named('Left'))
    await button(page, 'Add line').click()
    await page.getByLabel('Item of line 1').fill('Gutter')
    await page.getByLabel('Group', { exact: true }).fill('Gutters')
    for (const version of [1, 2]) {
      const { made, release } = await holdChanges(page)
      await page.keyboard.press('Control+s')
      await made
      await page.getByRole('link', { name: 'Templates', exact: true }).first().click()
      await page.getByRole('link', { name: 'New template' }).first().waitFor()
      await release()
      await page.getByText(`The template was saved as version ${version}.`).waitFor()
      await page.getByRole('link', { name: named('Left') }).click()
      const trade = page.getByLabel('Trade')
      await trade.waitFor()
      expect(await page.getByText('Unsaved changes.').count()).toBe(0)
      await trade.fill('GUTTERS')
    }
    // Loaded again during a save and changed further, it has a new line once.
    await button(page, 'Add line').click()
    await page.getByLabel('Item of line 2').fill('Elbow')
    const { made, release } = await holdChanges(page)
    await page.keyboard.press('Control+s')
    await made
    await page.reload()
    await release()
    await page.getByLabel('Trade').fill('ROOF')
    for (const version of [3, 4]) {
      await page.keyboard.press('Control+s')
      await page.getByText(`The template was saved as version ${version}.`).waitFor()
    }
    expect(await page.getByRole('rowheader').count()).toBe(2)
    expect(await page.getByLabel('Trade').inputValue()).toBe('ROOF')
  })

  test('a vendor is created, connected, changed and archived', async () => {
    const { page, expectAccessible } = shared()
    await page.goto('/o/2/catalog/vendors')
    await button(page, 'New vendor').click()
    const dialog = page.getByRole('dialog')
    await button(dialog, 'Create').click()
    await dialog.getByText('This cannot be empty.').waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill(VENDOR)
    await dialog.getByLabel('Address').fill('1 Mill Road\nSalem, MA 01970')
    await button(dialog, 'Create').click()
    await page.getByText(`${VENDOR} was saved.`).waitFor()
    const row = page.getByRole('row', { name: VENDOR })
    await row.getByText('By document').waitFor()

    const choose = async (item: string): Promise<void> => {
      await button(page, `More for ${VENDOR}`).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    await choose('Connect')
    await dialog.getByLabel('Order system of').selectOption({ label: 'SRS Distribution' })
    await dialog.getByLabel('Account number there').fill('SRS-1')
    await dialog.getByLabel('Access token').fill(accessToken)
    await button(dialog, 'Connect').click()
    await dialog.locator('[aria-invalid=true]').waitFor()
    await expectAccessible()
    await dialog.getByLabel('Account number there').fill('6602')
    await dialog.getByLabel('Branch').fill('MA-7')
    await button(dialog, 'Connect').click()
    await row.getByText('SRS Distribution').waitFor()
    await row.getByText('6602 · MA-7').waitFor()
    expect(await page.content()).not.toContain(accessToken)
    await choose('Replace the connection')
    expect(await dialog.getByLabel('Account number there').inputValue()).toBe('6602')
    expect(await dialog.getByLabel('Branch').inputValue()).toBe('MA-7')
    await button(dialog, 'Cancel').click()

    await choose('Disconnect')
    await button(dialog, 'Disconnect').click()
    await row.getByText('By document').waitFor()
    await choose('Edit')
    await dialog.getByLabel('Phone').fill('+1 978 555 0000')
    await button(dialog, 'Save').click()
    await row.getByText('+1 978 555 0000').waitFor()
    await choose('Archive')
    await row.waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Show archived' }).check()
    await row.getByText('Archived').waitFor()
    await choose('Restore')
    await row.getByText('Archived').waitFor({ state: 'detached' })
  })

  test('a dialog whose code fails is closed, and leaves the page as it is', async () => {
    // React reports the error, and the component that threw it.
    const { page } = await openSignedIn('owner 2', '/o/2/catalog/vendors', { expected: [/null/] })
    await routeGraphql(page, (route) =>
      route.request().postData()?.includes(documentIdOf('Providers')) === true
        ? route.fulfill({ json: { data: { orderProviders: [null] } } })
        : route.fallback(),
    )
    const menu = page.getByRole('button', { name: /^More for / }).first()
    await menu.click()
    await page.getByRole('menuitem', { name: /^(?:Connect$|Replace)/ }).click()
    const failed = page.getByRole('dialog', { name: 'This dialog has an error' })
    await failed.getByText('Load the page again; if it happens again').waitFor()
    await failed.getByRole('button', { name: 'Close' }).last().click()
    await failed.waitFor({ state: 'detached' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Phone').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
  })

  test('prices are shown before they are imported: added, changed, refused', async () => {
    const { page, expectAccessible } = shared()
    const vendorId = await createVendor(named('Priced'))
    await importPrices(vendorId, csv('G-1,Gutter,PIECES,10,2026-01-01').buffer.toString())
    await page.goto('/o/2/catalog/prices')
    await page.getByLabel('Vendor').selectOption({ label: named('Priced') })
    await page.getByRole('row', { name: /G-1 .*\$10\.00/ }).waitFor()
    await button(page, 'Import prices').click()
    const dialog = page.getByRole('dialog', { name: `Import prices of ${named('Priced')}` })
    const file = csv(
      'G-1,Gutter,PIECES,11,2026-02-01',
      'G-2,Elbow,PIECES,4,2026-01-01',
      'G-3,Strap,PIECES,free,2026-01-01',
    )
    const input = dialog.getByLabel('CSV file')
    await input.setInputFiles(file)
    for (const change of ['Added 1', 'Changed 1', 'Refused 1'])
      await dialog.getByRole('radio', { name: change }).waitFor()
    // A file that is chosen again counts as another one, and a file picker that is cancelled leaves the dialog open.
    const picker = page.waitForEvent('filechooser')
    await input.click()
    await picker
    expect(await input.inputValue()).toBe('')
    await input.dispatchEvent('cancel')
    await dialog.getByText('Chosen: prices.csv').waitFor()
    await dialog.getByText('All 3').click()
    await dialog.getByRole('row', { name: /G-1 .*Changed.*\$10\.00.*\$11\.00/ }).waitFor()
    await expectAccessible()
    await dialog.getByText('Refused 1').click()
    await dialog.getByRole('row', { name: /G-3.*Refused/ }).waitFor()
    await dialog.getByText('Refused rows are left out.').waitFor()
    expect(await dialog.getByRole('row').count()).toBe(2)

    await importPrices(vendorId, csv('G-2,Elbow,PIECES,3,2026-01-01').buffer.toString())
    await button(dialog, 'Import 2 prices').click()
    await dialog.getByText('The price book has changed meanwhile.').waitFor()
    await dialog.getByRole('radio', { name: 'Changed 2' }).waitFor()
    const held = await holdChanges(page)
    await button(dialog, 'Import 2 prices').click()
    await held.made
    expect(await input.isDisabled()).toBe(true)
    await held.release()
    await page.getByText('The prices were imported. The book has version 3.').waitFor()
    await page.getByRole('row', { name: /G-1 .*\$11\.00/ }).waitFor()
    await button(page, 'History of G-1').click()
    await page.getByRole('dialog').getByRole('cell', { name: '$10.00' }).waitFor()
  })

  test('prices go to the vendor of the dialog, also when it is archived meanwhile, and never to another one', async () => {
    const name = named('Closing')
    const vendorId = await createVendor(name)
    const { page } = await openSignedIn('owner 2', `/o/2/catalog/prices?vendor=${vendorId}`)
    await button(page, 'Import prices').first().click()
    const dialog = page.getByRole('dialog', { name: `Import prices of ${name}` })
    await dialog.getByLabel('CSV file').setInputFiles(csv('C-1,Clip,PIECES,1,2026-01-01'))
    await button(dialog, 'Import 1 price').waitFor()
    await archiveVendor(vendorId)
    // The vendors are no longer fresh when the person comes back to the tab.
    await page.clock.setFixedTime(Date.now() + 60_000)
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    const notice = page.getByText('This vendor is archived, or does not exist')
    await notice.waitFor()
    await dialog.waitFor()
    await button(dialog, 'Cancel').click()
    const vendor = page.getByLabel('Vendor', { exact: true })
    expect(await vendor.inputValue()).toBe('')
    expect(await page.getByRole('table').count()).toBe(0)
    await vendor.selectOption({ index: 1 })
    await notice.waitFor({ state: 'detached' })
  })

  test('a file of prices that the browser cannot read is named as the reason', async () => {
    const vendorId = await createVendor(named('Locked'))
    const { page } = await openSignedIn('owner 2', `/o/2/catalog/prices?vendor=${vendorId}`)
    await button(page, 'Import prices').first().click()
    const input = page.getByRole('dialog').getByLabel('CSV file')
    const problem = page.getByRole('alert').getByText('The browser cannot read this file.')
    await page.evaluate(() => {
      File.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
    })
    await input.setInputFiles(csv('L-1,Latch,PIECES,1,2026-01-01'))
    await problem.waitFor()
    // Then that of blobs is inherited again.
    await page.evaluate(() => Reflect.deleteProperty(File.prototype, 'arrayBuffer'))
    await input.setInputFiles(csv('L-1,Latch,PIECES,1,2026-01-01'))
    await button(page, 'Import 1 price').waitFor()
    expect(await problem.count()).toBe(0)
  })

  test('of two files of prices the one that was chosen last is shown, also when the other one is read later', async () => {
    const vendorId = await createVendor(named('Chosen twice'))
    const { page } = await openSignedIn('owner 2', `/o/2/catalog/prices?vendor=${vendorId}`)
    await button(page, 'Import prices').first().click()
    const input = page.getByRole('dialog').getByLabel('CSV file')
    await page.evaluate(() => {
      File.prototype.arrayBuffer = async function arrayBuffer(this: File) {
        if (this.name === 'large.csv')
          await new Promise((resolve) => addEventListener('read', resolve, { once: true }))
        return new Response(this).arrayBuffer()
      }
    })
    const large = csv('L-1,Latch,PIECES,1,2026-01-01', 'L-2,Lock,PIECES,2,2026-01-01')
    await input.setInputFiles({ ...large, name: 'large.csv' })
    await input.setInputFiles(csv('L-1,Latch,PIECES,1,2026-01-01'))
    await button(page, 'Import 1 price').waitFor()
    const checked = page.waitForResponse((response) =>
      (response.request().postData() ?? '').includes('L-2,Lock'),
    )
    await page.evaluate(() => dispatchEvent(new Event('read')))
    await checked
    await page.getByText('Chosen: prices.csv').waitFor()
    expect(await button(page, 'Import 1 price').count()).toBe(1)
  })

  test('the vendor, search and day of the prices are in the address, and are typed without a loss', async () => {
    const { page } = shared()
    const vendorId = await createVendor(named('Remembered'))
    await importPrices(
      vendorId,
      csv(
        'R-1,Rake edge,PIECES,10,2026-01-01',
        'R-2,Drip edge,PIECES,20,2026-01-01',
      ).buffer.toString(),
    )
    await importPrices(vendorId, csv('R-1,Rake edge,PIECES,12,2026-07-01').buffer.toString())
    await page.goto('/o/2/catalog/prices')
    await page.getByLabel('Vendor').selectOption({ label: named('Remembered') })
    await page.getByRole('row', { name: /R-1 .*\$12\.00/ }).waitFor()
    await page.getByLabel('Search by SKU or name').pressSequentially('rake')
    await page.getByRole('row', { name: /R-2/ }).waitFor({ state: 'detached' })
    const day = page.getByLabel('On the day')
    await day.focus()
    await page.keyboard.type('02152026')
    await page.getByRole('row', { name: /R-1 .*\$10\.00/ }).waitFor()
    await page.reload()
    await page.getByRole('row', { name: /R-1 .*\$10\.00/ }).waitFor()
    expect(await page.getByRole('row', { name: /R-2/ }).count()).toBe(0)
    expect(await page.getByLabel('Search by SKU or name').inputValue()).toBe('rake')
    expect(await day.inputValue()).toBe('2026-02-15')
    // A day that the calendar does not have is none.
    await page.goto(`/o/2/catalog/prices?vendor=${vendorId}&day=2026-02-31`)
    await page.getByRole('row', { name: /R-1 .*\$12\.00/ }).waitFor()
  })

  test('a price shows its history, also when more SKUs than a page holds contain its own', async () => {
    const vendorId = await createVendor(named('Contained'))
    const others = Array.from({ length: 200 }, (_, n) => `${1000 + n}-Z,Other,PIECES,1,2026-01-01`)
    await importPrices(
      vendorId,
      csv(...others, 'Z,Flashing,PIECES,10,2026-01-01').buffer.toString(),
    )
    const target = `/o/2/catalog/prices?vendor=${vendorId}&search=flashing`
    const { page } = await openSignedIn('owner 2', target)
    await button(page, 'History of Z').click()
    const dialog = page.getByRole('dialog', { name: 'History of Z' })
    await dialog.getByRole('cell', { name: '$10.00' }).waitFor()
    expect(await dialog.getByRole('row').count()).toBe(2)
  })

  test('printed prices keep each SKU on one line', async () => {
    const vendorId = await createVendor(named('Printed'))
    const name = 'No-Calk pipe flashing with an aluminum base for pipes of 1.5 to 3 inches'
    await importPrices(vendorId, csv(`OAT-1183/0,${name},PIECES,10,2026-01-01`).buffer.toString())
    const { page } = await openSignedIn('owner 2', '/o/2/catalog/prices')
    await page.getByLabel('Vendor').selectOption({ label: named('Printed') })
    await page.getByRole('row', { name: /OAT-1183/ }).waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 760, height: 1000 })
    const lines = await page.getByText('OAT-1183/0', { exact: true }).evaluate((sku) => {
      const range = document.createRange()
      range.selectNodeContents(sku)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)
  })

  test('the brand is seen as it is typed, and a picture that is none is refused', async () => {
    const { page, expectAccessible } = shared()
    await page.goto('/o/2/catalog/brand')
    const preview = page.getByRole('region', { name: 'How a document begins' })
    const website = page.getByLabel('Website')
    const before = await website.inputValue()
    await website.fill('www.seen.example')
    await preview.getByText('www.seen.example').waitFor()
    await page.getByLabel('Language').selectOption({ label: 'Spanish' })
    await preview.getByText('Pedido de materiales').waitFor()
    await page.getByLabel('Accent color', { exact: true }).fill('blue')
    await page.getByText('Give # and six hexadecimal digits').waitFor()
    expect(await button(page, 'Save').isEnabled()).toBe(true)
    await button(page, 'Discard changes').click()
    expect(await website.inputValue()).toBe(before)

    const text = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
    await page.getByLabel('Logo', { exact: true }).setInputFiles(text)
    await page.getByText('This is not a PNG or JPEG file.').waitFor()
    await page.getByLabel('Logo', { exact: true }).setInputFiles(LOGO)
    await page.getByText('Chosen: ridgeline-exteriors.png').waitFor()
    await expectAccessible()
    await button(page, 'Save').click()
    await page.getByText(/^Stored: 320 × 320 pixels/).waitFor()
    await button(page, 'Remove the logo').click()
    await page.getByText('The logo is removed when you save.').waitFor()
    await button(page, 'Save').click()
    await page.getByText(/^Stored:/).waitFor({ state: 'detached' })
  })

  test('a value of the brand that the server refuses is marked until it is discarded', async () => {
    const { page } = shared()
    await page.goto('/o/2/catalog/brand')
    const email = page.getByLabel('Email')
    await email.fill('sales')
    await button(page, 'Save').click()
    const violation = page.getByText('Must be an email address')
    await violation.waitFor()
    await button(page, 'Discard changes').click()
    await email.fill('office@example.com')
    expect(await violation.count()).toBe(0)
    await button(page, 'Discard changes').click()
  })

  test('more vendors than the API returns at once are all offered', async () => {
    const { page } = shared()
    const names = Array.from({ length: 201 }, (_, number) => named(`Supply ${number} of`))
    await Promise.all(names.map(createVendor))
    await page.goto('/o/2/orders')
    const offered = page.getByLabel('Vendor').locator('option', { hasText: named('of') })
    await offered.nth(200).waitFor({ state: 'attached' })
    expect(new Set(await offered.allTextContents())).toEqual(new Set(names))
    // A page that cannot be read is no end of them.
    await page.goto('/o/2/catalog/vendors')
    const more = button(page, 'Load more')
    await page.getByRole('row').nth(50).waitFor()
    await handleNext(page, 'Vendors', (route) =>
      route.fulfill({ status: 403, json: { code: 'FORBIDDEN', detail: 'Not now.' } }),
    )
    await more.click()
    await page.getByRole('alert').getByText('Not now.').waitFor()
    await more.click()
    await page.getByRole('row').nth(100).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})

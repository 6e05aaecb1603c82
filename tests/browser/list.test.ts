import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { required } from '../support/required.ts'
import { sharedDevEnv } from '../e2e/support/dev-env.ts'
import { browserPath, openSignedIn, personWith, shareSignedIn } from './support/browser.ts'
import type { ConsolePage, PageOptions } from './support/browser.ts'
import { cutOff } from './support/cut-off.ts'
import { documentIdOf } from './support/documents.ts'
import { holdChanges, refuseRequests, routeGraphql } from './support/graphql-requests.ts'
import {
  archiveVendor,
  changeList,
  createList,
  createVendor,
  measureJob,
  readList,
} from './support/office-data.ts'

const devEnv = sharedDevEnv()
const QUANTITY = /^Quantity of GAF Timberline/
const CONFLICT = /status of 4\d\d/

const money = (amount: number): string =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

async function openList(who: string, listId: number, options: PageOptions = {}) {
  const opened = await openSignedIn(who, `/o/1/lists/${listId}`, options)
  await opened.page.getByRole('textbox', { name: QUANTITY }).waitFor()
  return opened
}

async function addSkylight(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add item' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add item' })
  await dialog.getByLabel('Item').fill('Skylight kit')
  await dialog.getByLabel('Unit cost').fill('250')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
}

describe.skipIf(browserPath === undefined)('a list in a browser (needs Chromium)', () => {
  const estimator = shareSignedIn('estimator')
  /** Opens a list in the page that the tests share. */
  const show = async (listId: number): Promise<ConsolePage> => {
    const { page } = estimator()
    await page.goto(`/o/1/lists/${listId}`)
    await page.getByRole('textbox', { name: QUANTITY }).waitFor()
    return estimator()
  }

  test('what is typed changes the totals, and is saved as one version', async () => {
    const { listId } = await createList('Edited')
    const { page } = await show(listId)
    const before = await readList(listId)
    const quantity = page.getByRole('textbox', { name: QUANTITY })
    await quantity.fill('80')
    await quantity.press('Enter')
    const next = page.locator(':focus')
    expect(await next.getAttribute('aria-label')).toMatch(/^Quantity of GAF Pro-Start/)
    await next.fill('9')
    await page.getByRole('textbox', { name: 'Discount' }).fill('100')
    await page.getByText('3 unsaved changes').waitFor()
    const shown = await page.getByRole('region', { name: 'Totals' }).innerText()
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 2').waitFor()

    const after = await readList(listId)
    expect(after.version).toBe(2)
    expect(after.listItems.slice(0, 2).map((item) => item.quantity)).toEqual([80, 9])
    expect([before.totalDiscount, after.totalDiscount]).toEqual([0, 100])
    // The figures that were computed in the page are those of the server.
    for (const amount of [after.totalPrice, after.totalCost ?? 0, after.profitAmount ?? 0])
      expect(shown).toContain(money(amount))
  })

  test('on paper each line is one row, nothing is cut off, and unsaved changes are named', async () => {
    const { listId } = await createList('Printed')
    const { page } = await show(listId)
    await page.getByRole('textbox', { name: QUANTITY }).fill('1234.5')
    const size = page.viewportSize()
    // The width of A4 within the margins of a printer.
    await page.setViewportSize({ width: 718, height: 1000 })
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('columnheader', { name: 'Quantity' }).waitFor()
    await page.getByRole('region', { name: '1 unsaved change' }).waitFor()
    expect(await cutOff(page)).toEqual([])
    const rows = page.locator('tbody tr').filter({ has: page.getByRole('textbox') })
    const tops = await rows.evaluateAll((all) =>
      all.map((row) => {
        const cells = [...row.querySelectorAll('th, td[data-label]')]
        return new Set(cells.map((cell) => cell.getBoundingClientRect().top)).size
      }),
    )
    expect(new Set(tops)).toEqual(new Set([1]))
    await page.emulateMedia({ media: 'screen' })
    if (size) await page.setViewportSize(size)
  })

  test('a change is undone and done again, and a removed line is put back', async () => {
    const { listId } = await createList('Undone')
    const { page } = await show(listId)
    const quantity = page.getByRole('textbox', { name: QUANTITY })
    const before = await quantity.inputValue()
    await quantity.fill('81')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    expect(await quantity.inputValue()).toBe(before)
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    expect(await quantity.inputValue()).toBe('81')
    await page.getByRole('button', { name: /^More for GAF Timberline/ }).click()
    await page.getByRole('menuitem', { name: /^Remove GAF Timberline/ }).click()
    expect(await quantity.count()).toBe(0)
    await page.getByRole('button', { name: /^More for GAF Timberline/ }).click()
    await page.getByRole('menuitem', { name: 'Put back' }).click()
    expect(await quantity.inputValue()).toBe('81')
    expect((await readList(listId)).version).toBe(1)
  })

  test('a quantity that is typed as it was saved holds against a new measurement', async () => {
    const { listId } = await createList('Held')
    const { page } = await show(listId)
    const [before] = (await readList(listId)).listItems
    if (!before) throw new Error('the list has no items')
    const quantity = page.getByRole('textbox', { name: QUANTITY })
    await page.getByRole('textbox', { name: /^Measured of GAF Timberline/ }).fill('99')
    await expect.poll(() => quantity.inputValue()).not.toBe(String(before.quantity))
    // Escape takes nothing back where nothing was typed.
    await quantity.focus()
    await quantity.press('Escape')
    expect(await page.getByText('1 unsaved change').count()).toBe(1)
    await quantity.fill(String(before.quantity))
    await page.getByText('2 unsaved changes').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 2').waitFor()
    const [after] = (await readList(listId)).listItems
    expect(after).toMatchObject({ measurement: 99, quantity: before.quantity })
    const byHand = page.getByTitle('Set by hand')
    await expect.poll(() => byHand.count()).toBe(2)
    const labels = await byHand.evaluateAll((all) => all.map((cell) => cell.ariaLabel))
    expect(labels.map((label) => label?.split(' of ')[0])).toEqual(['Measured', 'Quantity'])
  })

  test('Ctrl Z changes what a focused cell shows, and nothing behind a dialog', async () => {
    const { listId } = await createList('Undone by key')
    const { page } = await show(listId)
    const quantity = page.getByRole('textbox', { name: QUANTITY })
    const before = await quantity.inputValue()
    await quantity.fill('81')
    await page.keyboard.press('Control+z')
    expect(await quantity.inputValue()).toBe(before)
    await page.keyboard.press('Control+Shift+z')
    expect(await quantity.inputValue()).toBe('81')
    // What is no number is taken back alone, because it was no step.
    const waste = page.getByRole('textbox', { name: /^Waste of GAF Timberline/ })
    const wasteBefore = await waste.inputValue()
    await waste.fill('many')
    await page.keyboard.press('Control+z')
    expect(await waste.inputValue()).toBe(wasteBefore)
    expect(await quantity.inputValue()).toBe('81')
    await page.getByRole('button', { name: 'Add item' }).click()
    const item = page.getByRole('dialog', { name: 'Add item' }).getByLabel('Item')
    await item.fill('Skylight')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Escape')
    expect(await quantity.inputValue()).toBe('81')
  })

  test('names and figures are read in full at every width', async () => {
    const { listId } = await createList('Every width')
    const siding = {
      name: 'Double 4 in Dutch Lap Siding with a Woodgrain Finish',
      listItemGroupName: 'Siding',
      color: 'Colonial White Woodgrain',
      quantity: 1,
      quantityUnits: 'LINEAR_FEET',
      unitCost: 1250.75,
    }
    await changeList({ id: listId, addListItems: [siding] })
    const { page } = await openList('estimator', listId)
    const names = page.getByRole('textbox', { name: /^Item of / })
    for (const width of [1920, 1760, 1680, 1600, 1440, 1408, 1366, 1280, 1024, 820, 390]) {
      await page.setViewportSize({ width, height: 900 })
      // A narrow column cuts nothing off, but has a letter in each line.
      const narrowest = await names.evaluateAll((all) =>
        Math.min(...all.map((one) => one.clientWidth)),
      )
      expect({ width, cutOff: await cutOff(page), isWide: narrowest > 150 }).toEqual({
        width,
        cutOff: [],
        isWide: true,
      })
    }
  })

  test('a name is one line of text, and Enter goes on to the next one', async () => {
    const { listId } = await createList('Pasted')
    const { page } = await show(listId)
    const name = page.getByRole('textbox', { name: /^Item of GAF Timberline/ })
    await name.fill('Ridge\r\nvent')
    await page.locator(':focus').press('Enter')
    const focused = page.locator(':focus')
    expect(await focused.getAttribute('aria-label')).toMatch(/^Item of GAF Pro-Start/)
    expect(await focused.inputValue()).toMatch(/^GAF Pro-Start/)
    const first = page.getByRole('textbox', { name: /^Item of / }).first()
    expect(await first.inputValue()).toBe('Ridge vent')
  })

  test('what is no number is marked, and changes nothing', async () => {
    const { listId } = await createList('Wrong')
    const { page } = await show(listId)
    const quantity = page.getByRole('textbox', { name: QUANTITY })
    await quantity.fill('many')
    expect(await quantity.getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByText('unsaved change').count()).toBe(0)
    await quantity.press('Escape')
    await quantity.blur()
    expect(await quantity.inputValue()).toMatch(/^\d+$/)
    // A text that is a value at first, and none in the end, leaves no part of it behind.
    const name = page.getByRole('textbox', { name: /^Item of GAF Timberline/ })
    const discount = page.getByRole('textbox', { name: 'Discount' })
    for (const [field, typed, wrong] of [
      [quantity, '12', '12x'],
      [name, 'G', ''],
      [discount, '5', '5x'],
    ] as const) {
      const before = await field.inputValue()
      await field.fill(typed)
      await page.getByText('1 unsaved change').waitFor()
      await page.locator(':focus').fill(wrong)
      await page.locator(':focus').blur()
      expect(await page.getByText('unsaved change').count()).toBe(0)
      // It stays, with a message, until it is corrected; an empty text returns to the value.
      expect(await field.inputValue()).toBe(wrong === '' ? before : wrong)
      const message = page.getByText('Give a number of 0 or more.')
      expect(await message.count()).toBe(wrong === '' ? 0 : 1)
      await field.press('Escape')
      expect([await field.inputValue(), await message.count()]).toEqual([before, 0])
    }
  })

  test('nothing is saved while what is typed is no number', async () => {
    const { listId } = await createList('Half typed')
    const { page } = await show(listId)
    const discount = page.getByRole('textbox', { name: 'Discount' })
    await discount.fill('5')
    const quantity = page.getByRole('textbox', { name: QUANTITY })
    await quantity.fill('12x')
    await quantity.press('Control+Enter')
    await page.getByText('Not saved: correct the marked number first.').waitFor()
    await discount.focus()
    await page.getByRole('button', { name: 'Save' }).click()
    expect(await page.locator(':focus').getAttribute('aria-label')).toMatch(QUANTITY)
    expect(await quantity.inputValue()).toBe('12x')
    await page.getByText('1 unsaved change').waitFor()

    // Said once, however often it is tried, and no longer when it is not true.
    const refused = page.getByText('Not saved: correct the marked number first.')
    expect(await refused.count()).toBe(1)
    await quantity.fill('12')
    await refused.waitFor({ state: 'detached' })
    await discount.fill('5x')
    await quantity.press('Control+Enter')
    expect(await page.locator(':focus').and(discount).count()).toBe(1)
    expect(await discount.inputValue()).toBe('5x')
    await discount.fill('5')
    await discount.press('Control+Enter')
    await page.getByText('Saved as version 2').waitFor()
  })

  test('the keyboard goes on in the page when what it pressed is gone', async () => {
    const { listId } = await createList('By keys')
    const { page } = await show(listId)
    const focused = page.locator('#content:focus')
    await addSkylight(page)
    await page.getByRole('button', { name: /^More for Skylight kit/ }).press('Enter')
    await page.getByRole('menuitem', { name: /^Remove Skylight kit/ }).press('Enter')
    await focused.waitFor()
    const quantity = page.getByRole('textbox', { name: QUANTITY })
    await quantity.fill('83')
    const discard = { name: 'Discard', exact: true }
    await page.getByRole('button', discard).press('Enter')
    await page.getByRole('dialog').getByRole('button', discard).press('Enter')
    await focused.waitFor()
    await quantity.fill('84')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('Saved as version 2').waitFor()
    await focused.waitFor()
    expect(await focused.count()).toBe(1)
  })

  test('discarding takes back what is no number, too', async () => {
    const { listId } = await createList('Discarded')
    const { page } = await show(listId)
    const quantity = page.getByRole('textbox', { name: QUANTITY })
    const before = await quantity.inputValue()
    await quantity.fill('12x')
    await page.getByRole('textbox', { name: 'Discount' }).fill('5')
    const discard = { name: 'Discard', exact: true }
    await page.getByRole('button', discard).click()
    await page.getByRole('dialog').getByRole('button', discard).click()
    await page.getByText('No unsaved changes').waitFor()
    expect(await quantity.inputValue()).toBe(before)
    // Without a question: nothing is lost.
    await page.getByRole('link', { name: 'Jobs' }).first().click()
    await page.waitForURL(/\/jobs$/)
  })

  test('a wrong number of a long list is found after its row was scrolled away, and asked for before leaving', async () => {
    const { listId } = await createList('Long')
    const item = { quantity: 1, quantityUnits: 'EACH', unitCost: 1 }
    const addListItems = Array.from({ length: 520 }, (_, index) => ({
      ...item,
      name: `Item ${index}`,
    }))
    await changeList({ id: listId, addListItems })
    const { page } = await show(listId)
    const quantity = page.getByRole('textbox', { name: QUANTITY })
    // The rows that are shown first are replaced by those that come and go.
    await page.locator('tbody > tr[aria-hidden]').first().waitFor({ state: 'attached' })
    await quantity.fill('12x')
    await quantity.blur()
    await page.getByText('Give a number of 0 or more.').waitFor()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const last = page.getByRole('textbox', { name: 'Quantity of Item 519' })
    await last.waitFor()
    const rowIndex = await page.getByRole('row').filter({ has: last }).getAttribute('aria-rowindex')
    expect(rowIndex).toBe(await page.getByRole('table').getAttribute('aria-rowcount'))
    expect(await quantity.count()).toBe(0)

    const questions: string[] = []
    page.once('dialog', (dialog) => {
      questions.push(dialog.type())
      void dialog.dismiss()
    })
    await page.getByRole('link', { name: 'Jobs' }).first().click()
    expect(questions).toEqual(['confirm'])
    expect(page.url()).toContain(`/lists/${listId}`)

    await page.keyboard.press('Control+s')
    await page.getByText('Not saved: correct the marked number first.').waitFor()
    await page.locator(':focus').and(quantity).waitFor()
    expect(await quantity.inputValue()).toBe('12x')
    await quantity.fill('12')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 3').waitFor()
    expect((await readList(listId)).listItems[0]?.quantity).toBe(12)
  })

  test('a waste above 100 % is refused where it is typed, in per cent', async () => {
    const { listId } = await createList('Wasted')
    const { page } = await show(listId)
    const waste = page.getByRole('textbox', { name: /^Waste of GAF Timberline/ })
    await waste.fill('150')
    await page.getByText('Give a number from 0 to 100.').waitFor()
    expect(await page.getByText('unsaved change').count()).toBe(0)
  })

  test('an item that is added has the tax and the markup of its group, and no product that was taken back', async () => {
    const { listId } = await createList('Marked up')
    const { page } = await show(listId)
    const [before] = (await readList(listId)).listItems
    await page.getByRole('button', { name: 'Add item' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add item' })
    const search = dialog.getByLabel('From the catalog')
    await search.fill('Timberline')
    await dialog.getByRole('list').getByRole('button').first().click()
    await search.and(page.locator(':focus')).waitFor()
    await dialog.getByRole('button', { name: 'Without product' }).click()
    await dialog.getByLabel('Item').fill('Copper chimney cap')
    await dialog.getByLabel('Unit cost').fill('480')
    expect(await dialog.getByLabel('Tax (%)').inputValue()).toBe(String(before?.taxPercent))
    const markup = await dialog.getByLabel('Markup (%)').inputValue()
    expect(Number(markup)).toBeCloseTo((before?.markup ?? 0) * 100)
    expect(Number(markup)).toBeGreaterThan(0)
    await dialog.getByLabel('Markup (%)').fill('50')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved as version 2').waitFor()
    const added = (await readList(listId)).listItems.find(
      ({ name }) => name === 'Copper chimney cap',
    )
    expect(added).toMatchObject({ SKU: null, taxPercent: before?.taxPercent, markup: 0.5 })
  })

  test('an item of the catalog is found by what is typed', async () => {
    const { listId } = await createList('From the catalog')
    const { page } = await show(listId)
    await page.getByRole('button', { name: 'Add item' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add item' })
    await dialog.getByLabel('From the catalog').fill('Timberline')
    await dialog.getByRole('button', { name: /GAF-0489-CHAR/ }).click()
    expect(await dialog.getByLabel('Item').inputValue()).toBe(
      'Timberline HDZ Architectural Shingles',
    )
  })

  test('an item is not added without its cost', async () => {
    const { listId } = await createList('Costless')
    const { page } = await show(listId)
    await page.getByRole('button', { name: 'Add item' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add item' })
    await dialog.getByLabel('Item').fill('Skylight kit')
    const add = dialog.getByRole('button', { name: 'Add', exact: true })
    await add.click()
    await dialog.getByText('Give a number of 0 or more.').waitFor()
    await dialog.getByLabel('Unit cost').fill('0')
    await add.click()
    await page.getByText('1 unsaved change').waitFor()
    expect(await dialog.count()).toBe(0)
  })

  test('more decimals than are saved are rounded, in a cell and in an added item', async () => {
    const { listId } = await createList('Rounded')
    const { page } = await show(listId)
    await page.getByRole('textbox', { name: QUANTITY }).fill('33.3333333')
    await page.getByRole('textbox', { name: /^Waste of GAF Timberline/ }).fill('12.3456')
    await page.getByRole('textbox', { name: 'Discount' }).fill('5.5678')
    await page.getByRole('button', { name: 'Add item' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add item' })
    await dialog.getByLabel('Item').fill('Skylight kit')
    await dialog.getByLabel('Quantity').fill('6.6666666')
    await dialog.getByLabel('Unit cost').fill('0.123456')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 2').waitFor()
    const { listItems, totalDiscount } = await readList(listId)
    expect(listItems[0]).toMatchObject({ quantity: 33.33333, wasteFactor: 0.12346 })
    expect(listItems.find(({ name }) => name === 'Skylight kit')).toMatchObject({
      quantity: 6.66667,
      unitCost: 0.1235,
    })
    expect(totalDiscount).toBe(5.57)
  })

  test('an amount is read as it is pasted from a quote', async () => {
    const { listId } = await createList('Pasted')
    const { page } = await show(listId)
    const cost = page.getByRole('textbox', { name: /^Unit cost of GAF Timberline/ })
    await cost.fill('$1,041.50')
    await cost.press('Tab')
    expect(await cost.inputValue()).toBe('1041.50')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 2').waitFor()
    expect((await readList(listId)).listItems[0]?.unitCost).toBe(1_041.5)
  })

  test('two cells of a spreadsheet that are pasted into a number are marked, and not joined', async () => {
    const { listId } = await createList('Pasted cells')
    const { page } = await show(listId)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const quantity = page.getByRole('textbox', { name: QUANTITY })
    const discount = page.getByRole('textbox', { name: 'Discount' })
    for (const field of [quantity, discount])
      for (const [pasted, typed, isWrong] of [
        ['12\t345', '12\t345', true],
        ['12\r\n345\r\n', '12\t345', true],
        ['80\r\n', '80', false],
      ] as const) {
        await page.evaluate((text) => navigator.clipboard.writeText(text), pasted)
        await field.focus()
        await field.press('Control+v')
        expect(await field.inputValue()).toBe(typed)
        expect(await field.getAttribute('aria-invalid')).toBe(isWrong ? 'true' : null)
        await field.blur()
      }
    await page.getByText('2 unsaved changes').waitFor()
  })

  test('what is typed while a save is under way stays, and a save waits for the one before', async () => {
    const { listId } = await createList('Slowly saved')
    const { page } = await openList('estimator', listId)
    const quantity = page.getByRole('textbox', { name: QUANTITY })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await routeGraphql(page, async (route) => {
      await released
      await route.continue()
    })
    await quantity.fill('83')
    const sent = page.waitForRequest('**/session/graphql')
    await quantity.press('Control+s')
    await sent
    await quantity.press('Control+s')
    await quantity.fill('834')
    release()
    await page.getByText('Saved as version 2').waitFor()
    expect(await quantity.inputValue()).toBe('834')
    expect(await page.getByText('1 unsaved change').count()).toBe(1)
    await quantity.press('Control+s')
    await page.getByText('Saved as version 3').waitFor()
    expect((await readList(listId)).listItems[0]?.quantity).toBe(834)
  })

  test('unsaved changes survive a reload', async () => {
    const { listId } = await createList('Reloaded')
    const { page } = await openList('estimator', listId)
    await page.getByRole('textbox', { name: QUANTITY }).fill('82')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText(/were restored/).waitFor()
    expect(await page.getByRole('textbox', { name: QUANTITY }).inputValue()).toBe('82')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved as version 2').waitFor()
    await page.reload()
    await page.getByRole('textbox', { name: QUANTITY }).waitFor()
    expect(await page.getByText(/were restored/).count()).toBe(0)
  })

  test('a refused save names the line and the column', async () => {
    const { listId } = await createList('Refused')
    const { page } = await openList('estimator', listId, { expected: [/status of 400/] })
    await page.getByRole('textbox', { name: QUANTITY }).fill('80')
    await page.getByRole('textbox', { name: /^Quantity of GAF Pro-Start/ }).fill('2000000')
    await page.keyboard.press('Control+s')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).toMatch(
      /^GAF Pro-Start.+ · Quantity: Must be from 0 to 1000000\.$/,
    )
  })

  test('an archived vendor has its name where it was chosen, and is no choice elsewhere', async () => {
    const { listId } = await createList('Archived vendor')
    const vendorId = await createVendor('Closed Supply')
    const [shingles] = (await readList(listId)).listItems
    await changeList({ id: listId, listItems: [{ id: required(shingles?.id), vendorId }] })
    await archiveVendor(vendorId)
    const { page } = await show(listId)
    const chosen = page.getByRole('combobox', { name: /^Vendor of GAF Timberline/ })
    expect(await chosen.locator('option:checked').innerText()).toBe('Closed Supply (archived)')
    const other = page.getByRole('combobox', { name: /^Vendor of GAF Pro-Start/ })
    expect(await other.innerText()).not.toContain('Closed Supply')
  })

  test('a line that another tab has added already is not added twice without a question', async () => {
    const { listId } = await createList('Twice')
    const { page } = await openList('estimator', listId, { expected: [CONFLICT] })
    await addSkylight(page)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByText(/were restored/).waitFor()
    await other.keyboard.press('Control+s')
    await other.getByText('Saved as version 2').waitFor()

    await page.getByRole('textbox', { name: QUANTITY }).fill('80')
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'The list has changed meanwhile' })
    await dialog.getByRole('group', { name: 'Skylight kit · New line' }).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved as version 3').waitFor()
    const { listItems } = await readList(listId)
    expect(listItems.filter(({ name }) => name === 'Skylight kit')).toHaveLength(1)
    expect(listItems[0]?.quantity).toBe(80)
  })

  test('what is unsaved in one tab is neither replaced nor erased by another one', async () => {
    const { listId } = await createList('Two tabs')
    const { page } = await openList('estimator', listId)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByRole('textbox', { name: QUANTITY }).waitFor()
    await page.getByRole('textbox', { name: QUANTITY }).fill('82')
    await page.getByText('1 unsaved change').waitFor()
    await other.getByRole('textbox', { name: 'Discount' }).fill('5')
    await other.getByText('1 unsaved change').waitFor()
    other.once('dialog', (dialog) => void dialog.dismiss())
    await other.getByRole('link', { name: 'Jobs', exact: true }).first().click()
    expect(await other.getByRole('textbox', { name: 'Discount' }).inputValue()).toBe('5')
    expect(other.url()).toBe(page.url())
    await other.getByRole('button', { name: 'Undo', exact: true }).click()
    await other.getByText('1 unsaved change').waitFor({ state: 'detached' })
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText(/were restored/).waitFor()
    expect(await page.getByRole('textbox', { name: QUANTITY }).inputValue()).toBe('82')
  })

  test('a save whose response the page does not receive is neither shown as unsaved nor done twice', async () => {
    const { listId } = await createList('Unanswered')
    const { page } = await openList('estimator', listId, { expected: [/ERR_|Failed to load/] })
    const quantity = page.getByRole('textbox', { name: QUANTITY })
    const first = await holdChanges(page)
    await quantity.fill('82')
    await page.keyboard.press('Control+s')
    await first.made
    await page.getByRole('link', { name: 'Unanswered' }).first().click()
    await page.getByRole('link', { name: 'Measurements' }).first().waitFor()
    await first.release()
    await page.getByText('Saved as version 2').waitFor()
    await page.goBack()
    expect(await quantity.inputValue()).toBe('82')
    expect(await page.getByText(/unsaved change/).count()).toBe(0)

    const second = await holdChanges(page)
    await page.getByRole('button', { name: 'Add item' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add item' })
    await dialog.getByLabel('Item').fill('Skylight kit')
    await dialog.getByLabel('Unit cost').fill('250')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.keyboard.press('Control+s')
    await second.made
    await page.reload()
    await second.release()
    await page.getByText(/were restored/).waitFor()
    await quantity.fill('83')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 3').waitFor()
    await page.getByText('1 unsaved change').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 4').waitFor()
    const { listItems } = await readList(listId)
    expect(listItems[0]?.quantity).toBe(83)
    expect(listItems.filter(({ name }) => name === 'Skylight kit')).toHaveLength(1)
  })

  test('unsaved changes are those of the person, not of the browser', async () => {
    const { listId } = await createList('Left behind')
    const { page } = await openList('owner', listId)
    await page.getByRole('textbox', { name: QUANTITY }).fill('8317')
    await page.getByText('1 unsaved change').waitFor()
    const viewer = new URLSearchParams({
      login_hint: personWith('viewer').email,
      return: `/o/1/lists/${listId}`,
    })
    await page.goto(`/session/sign-in?${viewer}`)
    await page.getByText('You may read this list, and not change it.').waitFor()
    expect(await page.getByText('8317').count()).toBe(0)
    await page.goto(
      `/session/sign-in?${new URLSearchParams({ login_hint: personWith('owner').email, return: `/o/1/lists/${listId}` })}`,
    )
    await page.getByText(/were restored/).waitFor()
  })

  test('an added item, a new place and a new name are saved together', async () => {
    const { listId } = await createList('Extended')
    const { page } = await show(listId)
    const [first, second] = (await readList(listId)).listItems
    await addSkylight(page)
    await page.getByRole('textbox', { name: QUANTITY }).press('Alt+ArrowDown')
    await page.getByRole('button', { name: 'More for Extended' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByLabel('Name of the list').fill('Extended list')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 2').waitFor()

    const { name, listItems } = await readList(listId)
    expect(name).toBe('Extended list')
    expect(listItems.slice(0, 2).map(({ id }) => id)).toEqual([second?.id, first?.id])
    expect(listItems.at(-1)).toMatchObject({ name: 'Skylight kit', quantity: 1, unitCost: 250 })
  })

  test('two people who change the same value decide which one holds', async () => {
    const { listId } = await createList('Shared')
    const estimator = await openList('estimator', listId, { expected: [CONFLICT] })
    const owner = await openList('owner', listId)
    await estimator.page.getByRole('textbox', { name: QUANTITY }).fill('90')
    await estimator.page.getByRole('textbox', { name: /^Waste of GAF Pro-Start/ }).fill('15')
    await owner.page.getByRole('textbox', { name: QUANTITY }).fill('85')
    await owner.page.getByRole('textbox', { name: /^Quantity of GAF Seal/ }).fill('7')
    await owner.page.keyboard.press('Control+s')
    await owner.page.getByText('Saved as version 2').waitFor()
    const refuse = await refuseRequests(estimator.page)
    refuse('reads')
    await estimator.page.keyboard.press('Control+s')
    await estimator.page.getByRole('alert').getByText('Not now.').waitFor()
    refuse('nothing')
    await estimator.page.keyboard.press('Control+s')
    const dialog = estimator.page.getByRole('dialog', { name: 'The list has changed meanwhile' })
    await dialog.getByRole('group', { name: /Quantity/ }).waitFor()
    await estimator.expectAccessible()
    // What is not decided is asked again.
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await estimator.page.keyboard.press('Control+s')
    await dialog.getByRole('group', { name: /Quantity/ }).waitFor()
    expect(await dialog.getByRole('group').count()).toBe(1)
    await dialog.getByRole('radio', { name: /Theirs/ }).check()
    refuse('changes')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').getByText('Not now.').waitFor()
    refuse('nothing')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await estimator.page.getByText('Saved as version 3').waitFor()

    const [shingles, starter, ridge] = (await readList(listId)).listItems
    expect(shingles?.quantity).toBe(85)
    expect(starter?.wasteFactor).toBe(0.15)
    expect(ridge?.quantity).toBe(7)
  })

  test('a line that another person has changed is removed only by choice', async () => {
    const { listId } = await createList('Removed and changed')
    const { page } = await openList('estimator', listId, { expected: [CONFLICT] })
    const [shingles, starter] = (await readList(listId)).listItems
    if (!shingles || !starter) throw new Error('the list has no items')
    for (const name of [shingles.name, starter.name]) {
      await page.getByRole('button', { name: `More for ${name}` }).click()
      await page.getByRole('menuitem', { name: `Remove ${name}` }).click()
    }
    const listItems = [shingles, starter].map(({ id }) => ({ id, quantity: 70 }))
    await changeList({ id: listId, listItems })
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'The list has changed meanwhile' })
    const choice = (name: string) => dialog.getByRole('group', { name: `${name} · Removal` })
    await choice(shingles.name)
      .getByRole('radio', { name: /^Yours Remove the line/ })
      .check()
    await choice(starter.name)
      .getByRole('radio', { name: /^Theirs Keep the line/ })
      .check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved as version 3').waitFor()
    const [first] = (await readList(listId)).listItems
    expect(first).toMatchObject({ name: starter.name, quantity: 70 })
  })

  test('changes of a line that another person has removed are named as lost before the save', async () => {
    const { listId } = await createList('Changed and removed')
    const { page } = await openList('estimator', listId, { expected: [CONFLICT] })
    const [shingles] = (await readList(listId)).listItems
    if (!shingles) throw new Error('the list has no items')
    await page.getByRole('textbox', { name: QUANTITY }).fill('90')
    await page.getByRole('textbox', { name: 'Discount' }).fill('100')
    await changeList({ id: listId, removeListItemIds: [shingles.id] })
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'The list has changed meanwhile' })
    await dialog.getByText(`because another person removed them: ${shingles.name}`).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved as version 3').waitFor()
    const saved = await readList(listId)
    expect(saved.listItems.some(({ id }) => id === shingles.id)).toBe(false)
    expect(saved.totalDiscount).toBe(100)
  })

  test('a list that is changed elsewhere is shown anew, and unsaved changes stay', async () => {
    const { listId } = await createList('Polled')
    const { page } = await openSignedIn('estimator', '/')
    await page.clock.install()
    await page.goto(`/o/1/lists/${listId}`)
    const quantity = page.getByRole('textbox', { name: QUANTITY })
    await quantity.waitFor()
    const [shingles, starter] = (await readList(listId)).listItems
    if (!shingles || !starter) throw new Error('the list has no items')
    await changeList({ id: listId, listItems: [{ id: shingles.id, quantity: 70 }] })
    await page.clock.fastForward(16_000)
    await expect.poll(() => quantity.inputValue(), { timeout: 10_000 }).toBe('70')

    // The next change is based on what is shown, so it conflicts with nothing.
    await page.getByRole('textbox', { name: /^Quantity of GAF Pro-Start/ }).fill('5')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 3').waitFor()

    await page.getByRole('textbox', { name: /^Quantity of GAF Pro-Start/ }).fill('4')
    await changeList({ id: listId, listItems: [{ id: starter.id, color: 'Red' }] })
    await page.clock.fastForward(16_000)
    await page.getByText('Another person has changed this list.').waitFor()
    expect(await page.getByText('1 unsaved change').count()).toBe(1)
  })

  test('a list without input for ten minutes is not requested again, so that the session can end', async () => {
    const { listId } = await createList('Left open')
    const { page } = await openSignedIn('estimator', '/')
    await page.clock.install()
    await page.goto(`/o/1/lists/${listId}`)
    const quantity = page.getByRole('textbox', { name: QUANTITY })
    await quantity.waitFor()
    const [shingles] = (await readList(listId)).listItems
    await page.clock.fastForward(600_000)
    await page.waitForLoadState('networkidle')
    await changeList({ id: listId, listItems: [{ id: required(shingles?.id), quantity: 70 }] })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    for (let minute = 0; minute < 5; minute += 1) await page.clock.fastForward(60_000)
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
    await page.mouse.move(10, 10)
    await expect.poll(() => quantity.inputValue(), { timeout: 10_000 }).toBe('70')
  })

  test('figures explain themselves, and history and recompute are shown', async () => {
    const { listId } = await createList('Explained')
    const { listItems } = await readList(listId)
    const [, starter, ridge] = listItems
    if (!starter || !ridge) throw new Error('the list has no items')
    await changeList({
      id: listId,
      listItems: [{ id: ridge.id, quantity: 77 }],
      removeListItemIds: [starter.id],
    })
    const { page, expectAccessible } = await show(listId)
    await page.getByRole('button', { name: /^More for GAF Timberline/ }).click()
    await page.getByRole('menuitem', { name: 'Where the figures come from' }).click()
    await page.getByText('Rounded up to whole packages').waitFor()
    const steps = page.getByRole('dialog').getByRole('term')
    expect(await steps.allInnerTexts()).toEqual([
      'Roof area',
      'One unit covers',
      'Waste',
      'Calculated quantity',
      'Rounded up to whole packages',
      'Left over',
      'Unit cost of the price book',
    ])
    await expectAccessible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More for Explained' }).click()
    await page.getByRole('menuitem', { name: 'History' }).click()
    await page.getByText('Created', { exact: true }).waitFor()
    await expectAccessible()
    await page.getByLabel('Compare version').selectOption('Version 1')
    const sides = page.getByRole('dialog').getByRole('table')
    await sides.getByRole('row', { name: `Quantity ${ridge.quantity} 77` }).waitFor()
    await sides.getByRole('rowheader', { name: `Removed ${starter.name}` }).waitFor()
    expect(await sides.getByRole('columnheader').allInnerTexts()).toEqual([
      'Field',
      'Version 1',
      'Version 2',
    ])
    expect(await page.getByText('2 lines differ').count()).toBe(1)
    await expectAccessible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More for Explained' }).click()
    await page.getByRole('menuitem', { name: 'Recompute' }).click()
    await page.getByRole('dialog').getByText('The list is up to date.').waitFor()
    await expectAccessible()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('new figures and prices are accepted line by line', async () => {
    const { jobId, listId } = await createList('Chosen')
    await measureJob(jobId, 4000)
    const before = await readList(listId)
    const [shingles, ...others] = before.listItems
    const { page, expectAccessible } = await show(listId)
    const dialog = page.getByRole('dialog')
    const choices = dialog.getByRole('checkbox')
    const openRecompute = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More for Chosen' }).click()
      await page.getByRole('menuitem', { name: 'Recompute' }).click()
      await choices.nth(2).waitFor()
    }
    // What is shown is what is applied, also where the list was saved since the dialog was closed.
    await openRecompute()
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: /^Color of GAF Timberline/ }).fill('Slate')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 2').waitFor()
    await openRecompute()
    expect(await choices.and(page.locator(':checked')).count()).toBe(await choices.count())
    // By keyboard: none, and then the first one.
    await choices.first().press('Space')
    expect(await dialog.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true)
    expect(await dialog.getByRole('status').innerText()).toContain(money(before.totalPrice))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    const price = await dialog.getByRole('status').innerText()
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Saved as version 3').waitFor()
    const partly = await readList(listId)
    expect(price).toContain(money(partly.totalPrice))
    expect(partly.listItems[0]?.quantity).toBeGreaterThan(shingles?.quantity ?? 0)
    expect(partly.listItems.slice(1).map(({ quantity }) => quantity)).toEqual(
      others.map(({ quantity }) => quantity),
    )

    const [first, second] = partly.listItems
    if (!first || !second) throw new Error('the list has no items')
    const unitCost = 99
    await changeList({
      id: listId,
      listItems: [
        { id: first.id, unitCost },
        { id: second.id, unitCost },
      ],
    })
    await page.reload()
    await page.getByRole('button', { name: 'Update prices' }).click()
    await dialog.getByRole('checkbox', { name: new RegExp(`^${second.name}`) }).uncheck()
    const repriced = await dialog.getByRole('status').innerText()
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Saved as version 5').waitFor()
    const after = await readList(listId)
    expect(repriced).toContain(money(after.totalPrice))
    expect(after.listItems.slice(0, 2).map((item) => item.unitCost)).toEqual([
      first.unitCost,
      unitCost,
    ])
  })

  test.each(['English', 'Español'])(
    'figures and headings fit their columns in %s',
    async (language) => {
      const { listId } = await createList('Measured')
      const { page } = await openList('estimator', listId)
      await page.getByRole('button', { name: /Account/ }).click()
      await page.getByRole('menuitemradio', { name: language }).click()
      await page.waitForFunction(
        (code) => document.documentElement.lang === code,
        {
          English: 'en',
          Español: 'es',
        }[language],
      )
      const cut = await page.evaluate(() =>
        [
          ...document.querySelectorAll(
            'main thead th, main tbody td.number, main tbody td.number *',
          ),
        ]
          .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
          .map((cell) => (cell instanceof HTMLInputElement ? cell.ariaLabel : cell.textContent)),
      )
      expect(cut).toEqual([])
    },
  )

  test('a viewer sees neither costs nor anything to change', async () => {
    const { listId } = await createList('Viewed')
    const { page, expectAccessible } = await openSignedIn('viewer', `/o/1/lists/${listId}`)
    await page.getByText('You may read this list, and not change it.').waitFor()
    await expectAccessible()
    expect(await page.getByRole('textbox').count()).toBe(0)
    expect(await page.getByRole('columnheader', { name: 'Unit cost' }).count()).toBe(0)
    expect(await page.getByText('Margin').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Add item' }).count()).toBe(0)
  })
})

describe.skipIf(browserPath === undefined)('a failure loses nothing (needs Chromium)', () => {
  test('a list that does not exist says so', async () => {
    const { page } = await openSignedIn('owner', '/o/1/lists/999999')
    await page.getByRole('heading', { name: 'This does not exist' }).waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
  })

  test('an address with an id that nothing can have says so, and requests nothing', async () => {
    const { page } = await openSignedIn('owner', '/o/1/jobs')
    const ids = ['Job', 'List', 'OrderPreparation'].map(documentIdOf)
    const requested: string[] = []
    page.on('request', (request) => {
      const body = request.postData() ?? ''
      if (ids.some((id) => body.includes(id))) requested.push(body)
    })
    for (const path of [
      'jobs/abc',
      'jobs/99999999999',
      'jobs/abc/measurements',
      'jobs/abc/new-list',
      'lists/abc',
      'lists/99999999999/order',
    ]) {
      await page.goto(`/o/1/${path}`)
      await page.getByRole('heading', { name: 'This does not exist' }).waitFor()
    }
    expect(requested).toEqual([])
  })

  test('vendors that cannot be read are named as the reason, and are read again', async () => {
    const { listId } = await createList('Without vendors')
    const { page } = await openSignedIn('estimator', '/o/1/jobs', { expected: [CONFLICT] })
    let isRefused = true
    await routeGraphql(page, async (route) => {
      const isOfVendors = (route.request().postData() ?? '').includes(documentIdOf('VendorChoices'))
      if (!isRefused || !isOfVendors) await route.continue()
      else await route.fulfill({ status: 403, json: { code: 'FORBIDDEN', detail: 'Not now.' } })
    })
    await page.goto(`/o/1/lists/${listId}`)
    await page.getByRole('alert').getByText('The vendors could not be read. Not now.').waitFor()
    isRefused = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page
      .getByRole('combobox', { name: /^Vendor of/ })
      .first()
      .waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('a list of another organization does not exist', async () => {
    const { listId } = await createList('Foreign')
    const { page } = await openSignedIn('owner 2', `/o/2/lists/${listId}`)
    await page.getByRole('heading', { name: 'This does not exist' }).waitFor()
    await page.goto(`/o/1/lists/${listId}`)
    await page.getByRole('heading', { name: 'Your role does not include this' }).waitFor()
    expect(await page.getByText('Foreign').count()).toBe(0)
    // Nor within an organization of a person who may read both.
    const both = await openSignedIn('estimator', `/o/2/lists/${listId}`)
    await both.page.getByRole('heading', { name: 'This does not exist' }).waitFor()
    expect(await both.page.getByText('Foreign').count()).toBe(0)
  })

  test('while the server cannot be reached, a save fails and its changes stay', async () => {
    const { listId } = await createList('Offline')
    const { page } = await openList('estimator', listId, { expected: [/ERR_|Failed to load/] })
    await page.getByRole('textbox', { name: QUANTITY }).fill('83')
    await page.context().setOffline(true)
    await page.getByText(/^You are offline/).waitFor()
    await page.keyboard.press('Control+s')
    const unsaved = page.getByRole('region', { name: '1 unsaved change' })
    await unsaved
      .getByRole('alert')
      .getByText(/^You are offline/)
      .waitFor()
    expect(await page.getByRole('textbox', { name: QUANTITY }).inputValue()).toBe('83')
    expect((await readList(listId)).version).toBe(1)
    await page.context().setOffline(false)
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 2').waitFor()
    expect((await readList(listId)).listItems[0]?.quantity).toBe(83)
  })

  test('a gateway that is killed during a save comes back, and the save is done once', async () => {
    const { listId } = await createList('Killed')
    const { page } = await openList('estimator', listId, {
      expected: [/ERR_|status of 50\d|Failed to load/],
    })
    const { made, lose } = await holdChanges(page)
    await page.getByRole('textbox', { name: QUANTITY }).fill('86')
    await page.keyboard.press('Control+s')
    await made
    await devEnv.kill9('gateway')
    await lose()
    await page.getByText('Saved as version 2').waitFor({ timeout: 60_000 })
    const { version, listItems } = await readList(listId)
    expect([version, listItems[0]?.quantity]).toEqual([2, 86])
  })

  test('a session that ended during an edit is renewed without a loss', async () => {
    const { listId } = await createList('Expired')
    const { page } = await openList('estimator', listId, { expected: [/status of 401/] })
    await page.getByRole('textbox', { name: QUANTITY }).fill('84')
    await page.context().clearCookies()
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    page.on('dialog', (question) => void question.accept())
    await dialog.getByRole('link', { name: 'Sign in' }).click()
    await page
      .getByRole('button', { name: /Esther|Edgar/ })
      .first()
      .click()
    await page.getByText(/were restored/).waitFor()
    expect(await page.getByRole('textbox', { name: QUANTITY }).inputValue()).toBe('84')
  })
})

import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test, vi } from 'vitest'
import { browserPath, openSignedIn, shareSignedIn } from './support/browser.ts'
import { handleNext, loseResponse } from './support/documents.ts'
import { archiveVendor, changeList, createVendor, readList } from './support/office-data.ts'
import {
  addDoomedDocument,
  BY_DOCUMENT,
  CONNECTED,
  COPPER,
  createListOfTwoVendors,
  makeDocumentDue,
  makeRequestDue,
  placeOrder,
  SHINGLES,
  supplier,
} from './support/order-data.ts'

const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true })

/** The part of the page with the items of a vendor. */
const itemsOf = (page: Page, vendor: string): Locator =>
  page.getByRole('region', { name: `${vendor} Materials` })

async function orderNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Place orders?$/ }).click()
  await button(page.getByRole('dialog', { name: 'Order this?' }), 'Order now').click()
}

/** Submits the shingles of a list of its own to the supplier, and opens the order. */
async function submitShingles(page: Page, purchaseOrder: string): Promise<number> {
  const listId = await createListOfTwoVendors(purchaseOrder)
  await page.goto(`/o/1/lists/${listId}/order`)
  const all = (vendor: string): Locator =>
    page.getByRole('checkbox', { name: `All items of ${vendor}` })
  await all(CONNECTED.name).uncheck()
  await all(BY_DOCUMENT.name).uncheck()
  await page.getByRole('checkbox', { name: `Order ${SHINGLES}` }).check()
  await page.getByLabel('Purchase order number').fill(purchaseOrder)
  await orderNow(page)
  await page.getByRole('link', { name: 'Open order' }).click()
  await page.getByRole('region', { name: 'At the supplier' }).waitFor()
  return listId
}

const orderIdOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

async function download(page: Page, link: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link }).click(),
  ])
  return readFile(await file.path(), 'latin1')
}

/** Tries to close a dialog that must stay open. */
async function pressEscape(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel', exact: true, disabled: true }).waitFor()
  await page.keyboard.press('Escape')
}

describe.skipIf(browserPath === undefined)('orders in a browser (needs Chromium)', () => {
  const shared = shareSignedIn('purchaser', { expected: [/status of 4\d\d/] })

  test('a list is divided by vendor; a number that one of them does not take orders nothing', async () => {
    const { page, expectAccessible } = shared()
    // The orders of an earlier run have another name.
    const name = `Divided ${Date.now()}`
    const listId = await createListOfTwoVendors(name)
    await page.goto(`/o/1/lists/${listId}/order`)
    const atSupplier = itemsOf(page, CONNECTED.name)
    await atSupplier.getByRole('combobox', { name: 'How' }).waitFor()
    expect(await itemsOf(page, BY_DOCUMENT.name).getByRole('combobox').count()).toBe(0)
    await page
      .getByRole('status')
      .filter({ hasText: /^2 orders / })
      .waitFor()
    await page.getByRole('checkbox', { name: `Order ${COPPER}` }).uncheck()
    await page
      .getByRole('status')
      .filter({ hasText: /^1 order / })
      .waitFor()
    await page.getByRole('checkbox', { name: `Order ${COPPER}` }).check()

    await page.getByLabel('Purchase order number').fill('a number of 26 characters!')
    await orderNow(page)
    const refusal = 'The supplier takes at most 20 characters; this has 26.'
    await page.getByText(refusal).waitFor()
    await expectAccessible()
    expect(await page.getByRole('row', { name: COPPER }).getByText('0 of 6 rolls').count()).toBe(1)
    await page.getByLabel('Purchase order number').fill('DIVIDED-1')
    expect(await page.getByText(refusal).count()).toBe(0)
    await orderNow(page)
    await page.getByRole('heading', { name: '2 orders were placed' }).waitFor()
    await page.getByText('Nothing is left to order of the materials of this list.').waitFor()
    await page.goto('/o/1/orders')
    await page.getByRole('row', { name: `${CONNECTED.name} ${name} DIVIDED-1` }).waitFor()
    await page.getByRole('row', { name: `${BY_DOCUMENT.name} ${name}` }).waitFor()
  })

  test('a list that has changed since it was shown is not ordered, and says so', async () => {
    const { page } = shared()
    const listId = await createListOfTwoVendors('Changed before it was ordered')
    const [item] = (await readList(listId)).listItems
    if (!item) throw new Error('the list has no items')
    const changed = page.getByText(/^The list or its orders have changed meanwhile/)
    await page.goto(`/o/1/lists/${listId}/order`)
    const place = button(page, 'Place orders')
    await place.waitFor()
    await changeList({ id: listId, listItems: [{ id: item.id, quantity: 61 }] })
    await place.click()
    await changed.waitFor()
    await place.click()
    const dialog = page.getByRole('dialog', { name: 'Order this?' })
    await dialog.waitFor()
    expect(await changed.count()).toBe(0)
    await changeList({ id: listId, listItems: [{ id: item.id, quantity: 62 }] })
    await button(dialog, 'Order now').click()
    await dialog.waitFor({ state: 'detached' })
    await changed.waitFor()
    await place.click()
    await dialog.waitFor()
    await loseResponse(page, 'OrderPreparation')
    await button(dialog, 'Order now').click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('alert').waitFor()
    await orderNow(page)
    await page.getByRole('heading', { name: '2 orders were placed' }).waitFor()
  })

  test('unsaved changes of a list are no part of its orders, and the page says so', async () => {
    const listId = await createListOfTwoVendors('Ordered with unsaved changes')
    const { page } = await openSignedIn('owner', `/o/1/lists/${listId}`)
    const unsaved = page.getByText('The list has changes in this browser that are not saved.')
    await page.getByRole('textbox', { name: `Quantity of ${COPPER}` }).fill('7')
    await page.getByText('1 unsaved change').waitFor()
    await page.goto(`/o/1/lists/${listId}/order`)
    await unsaved.waitFor()
    await page.getByText('0 of 6 rolls').waitFor()
    await page.goto(`/o/1/lists/${listId}`)
    await page.getByText('1 unsaved change').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText(/^Saved as version/).waitFor()
    await page.goto(`/o/1/lists/${listId}/order`)
    await page.getByText('0 of 7 rolls').waitFor()
    expect(await unsaved.count()).toBe(0)
  })

  test('a day that is typed in part orders nothing', async () => {
    const { page } = shared()
    await page.goto(`/o/1/lists/${await createListOfTwoVendors('Half a day')}/order`)
    const day = page.getByLabel('Day', { exact: true })
    await day.focus()
    await page.keyboard.type('12')
    await button(page, 'Place orders').click()
    await page.getByText('Complete this, or remove what is typed.').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await day.fill('2031-05-04')
    await button(page, 'Place orders').click()
    await page.getByRole('dialog', { name: 'Order this?' }).waitFor()
  })

  test('items without a vendor can be ordered by document from one that is connected', async () => {
    const { page } = shared()
    const listId = await createListOfTwoVendors('Own items')
    await changeList({
      id: listId,
      addListItems: [{ name: 'Own item', quantity: 2, quantityUnits: 'EACH', unitCost: 5 }],
    })
    await page.goto(`/o/1/lists/${listId}/order`)
    for (const vendor of [CONNECTED.name, BY_DOCUMENT.name])
      await page.getByRole('checkbox', { name: `All items of ${vendor}` }).uncheck()
    const withoutVendor = itemsOf(page, 'Items without a vendor')
    await withoutVendor.getByLabel('Order them from').selectOption(CONNECTED.name)
    await page.getByText('1 item has no SKU.').waitFor()
    await withoutVendor.getByRole('combobox', { name: 'How' }).selectOption('document')
    expect(await page.getByText('1 item has no SKU.').count()).toBe(0)
    await orderNow(page)
    await page.getByRole('link', { name: 'Open order' }).waitFor()
  })

  test('items of an archived vendor order nothing until they are left out, and such a vendor is not proposed', async () => {
    const { page } = shared()
    const vendorId = await createVendor(`Closed ${Date.now()}`)
    const listId = await createListOfTwoVendors('Archived vendor')
    const line = { quantity: 2, quantityUnits: 'EACH', unitCost: 5 }
    await changeList({
      id: listId,
      addListItems: [
        { ...line, name: 'Closed item', vendorId },
        { ...line, name: 'Own item' },
      ],
    })
    await page.goto(`/o/1/lists/${listId}/order`)
    const rest = itemsOf(page, 'Items without a vendor').getByLabel('Order them from')
    await rest.selectOption(String(vendorId))
    await archiveVendor(vendorId)
    await page.reload()
    await page.getByText('1 item is tied to an archived vendor').waitFor()
    expect(await rest.inputValue()).toBe('')
    await button(page, 'Place orders').click()
    await page.getByRole('alert').getByText('1 item is tied to an archived vendor').waitFor()
    await page.getByText('Choose a vendor for these items').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('checkbox', { name: 'Order Closed item' }).uncheck()
    await page.getByText('tied to an archived vendor').first().waitFor({ state: 'detached' })
    await rest.selectOption(BY_DOCUMENT.name)
    await button(page, 'Place orders').click()
    await page.getByRole('dialog', { name: 'Order this?' }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('an address with a state and a vendor that no order can have shows all orders', async () => {
    const { page } = shared()
    await placeOrder(await createListOfTwoVendors('Of all'), 'OF-ALL-1')
    for (const vendor of ['99999999999', '2147483647', '-1']) {
      await page.goto(`/o/1/orders?state=bogus&vendor=${vendor}`)
      await page.getByRole('row', { name: /OF-ALL-1/ }).waitFor()
      expect(await page.getByLabel('State', { exact: true }).inputValue()).toBe('')
    }
  })

  test('after a lost response the page does not say that nothing was ordered', async () => {
    const { page } = shared()
    const listId = await createListOfTwoVendors('Placed with a lost response')
    await page.goto(`/o/1/lists/${listId}/order`)
    const place = button(page, 'Place orders')
    await place.waitFor()
    // What the person waits for is sent at once, and not when the browser finds that it is online.
    await page.evaluate(() => dispatchEvent(new Event('offline')))
    const placed = await loseResponse(page, 'OrdersPlace', () =>
      loseResponse(page, 'OrderPreparation'),
    )
    await orderNow(page)
    await placed.handled
    await page.getByText(/^A part was ordered/).waitFor()
    await place.click()
    await page.getByText(/An order may have been placed although its response was lost/).waitFor()
    await page.getByRole('row', { name: COPPER }).getByText('6 of 6 rolls').waitFor()
    expect(await page.getByText(/nothing was ordered|was not/).count()).toBe(0)
  })

  test('what was placed with a lost response is not placed again after a reload', async () => {
    const { page } = shared()
    const listId = await createListOfTwoVendors('Reloaded with a lost response')
    await placeOrder(listId, 'RELOADED-1')
    await page.goto(`/o/1/lists/${listId}/order`)
    await page.getByRole('checkbox', { name: `All items of ${CONNECTED.name}` }).uncheck()
    await page.getByRole('checkbox', { name: `Order ${COPPER}` }).check()
    const placed = await loseResponse(page, 'OrdersPlace')
    await orderNow(page)
    await placed.handled
    await page.getByRole('alert').waitFor()
    await page.reload()
    await page.getByText('What you chose and typed earlier was restored.').waitFor()
    await page.getByText('An order may have been placed although its response was lost').waitFor()
    await orderNow(page)
    await page.getByRole('link', { name: 'Open order' }).waitFor()
    // Loaded anew, so that a second order would show.
    await page.reload()
    const row = page.getByRole('row', { name: COPPER })
    await row.getByText(/ of 6 rolls/).waitFor()
    expect(await page.getByText('What you chose and typed earlier was restored.').count()).toBe(0)
    expect(await row.getByText(/ of 6 rolls/).textContent()).toContain('12 of 6 rolls')
  })

  test('a person who begins again is warned no more of an order whose response was lost', async () => {
    const { page } = shared()
    const listId = await createListOfTwoVendors('Begun again')
    await page.goto(`/o/1/lists/${listId}/order`)
    await page.getByRole('checkbox', { name: `All items of ${CONNECTED.name}` }).uncheck()
    const placed = await loseResponse(page, 'OrdersPlace')
    await orderNow(page)
    await placed.handled
    await page.getByRole('alert').waitFor()
    await page.reload()
    await page.getByText('An order may have been placed although its response was lost').waitFor()
    await button(page, 'Begin again').click()
    await page.reload()
    await page.getByRole('row', { name: COPPER }).waitFor()
    expect(await page.getByText('An order may have been placed').count()).toBe(0)
  })

  test('an order that the supplier refuses says why, and its items can be ordered again', async () => {
    const { page, expectAccessible } = shared()
    await supplier.script({ purchaseOrderNumber: 'REFUSED-1', outcome: 'reject-all' })
    const listId = await submitShingles(page, 'REFUSED-1')
    await page.getByText('Why it failed').waitFor()
    await page.getByText('The account is on hold').waitFor()
    await expectAccessible()
    expect(await button(page, 'Change order').count()).toBe(0)
    await page.goto(`/o/1/lists/${listId}/order`)
    const row = page.getByRole('row', { name: SHINGLES })
    await row.getByText(/^0 of/).waitFor()
    expect(await row.getByRole('checkbox').isChecked()).toBe(true)
  })

  test('a submitted order is watched from one state to the next, and cancelled only at the supplier', async () => {
    const { page, expectAccessible } = shared()
    const busy = { status: 503, headers: { 'retry-after': '3600' }, body: { detail: 'Closed' } }
    await supplier.script({
      purchaseOrderNumber: 'WATCHED-1',
      outcome: { takesEffect: false, answer: busy },
    })
    await submitShingles(page, 'WATCHED-1')
    const step = page.getByRole('listitem').and(page.locator('[aria-current=step]'))
    await page.getByText('What last went wrong').waitFor()
    expect(await step.innerText()).toContain('Created')
    await button(page, 'Cancel at the supplier').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('An order that was not sent yet is cancelled at once.').waitFor()
    await makeRequestDue(orderIdOf(page))
    // By what the supplier has now.
    await dialog.getByText('The supplier has this order.').waitFor()
    await button(dialog, 'Keep it').click()
    await step.filter({ hasText: 'Submitted' }).waitFor()
    await page.getByText('Confirmation number').waitFor()
    await expectAccessible()
    expect(await button(page, 'Cancel order').count()).toBe(0)
    await button(page, 'Cancel at the supplier').click()
    await button(dialog, 'Cancel at the supplier').click()
    await step.filter({ hasText: 'Cancelled' }).waitFor()
  })

  test('an order at the supplier is shown as acknowledged and delivered while its page is open', async () => {
    const { page } = await openSignedIn('purchaser', '/')
    await page.clock.install()
    await submitShingles(page, 'DELIVERED-1')
    const step = page.getByRole('listitem').and(page.locator('[aria-current=step]'))
    await step.filter({ hasText: 'Submitted' }).waitFor()
    const orders = await supplier.orders()
    const { clientOrderId = '' } =
      orders.find(({ purchaseOrderNumber }) => purchaseOrderNumber === 'DELIVERED-1') ?? {}
    for (const [status, shown, text] of [
      ['En Route', 'Acknowledged', 'In progress (En Route)'],
      ['Picked Up', 'Delivered', 'Delivered (Picked Up)'],
    ] as const) {
      await supplier.move(clientOrderId, status)
      await makeRequestDue(orderIdOf(page))
      await vi.waitFor(async () => {
        await page.clock.fastForward(16_000)
        expect(await step.innerText()).toContain(shown)
      }, 20_000)
      await page.getByText(text, { exact: true }).waitFor()
    }
  })

  test('a document that cannot be made says so, and is rendered again and downloaded', async () => {
    const { page, expectAccessible } = shared()
    const orderId = await placeOrder(await createListOfTwoVendors('Rendered'), 'RENDERED-1')
    await addDoomedDocument(orderId)
    await page.goto(`/o/1/orders/${orderId}`)
    await page.getByText('The document is being made.').waitFor()
    await makeDocumentDue(orderId)
    await page.getByText('The document could not be made.').waitFor()
    await expectAccessible()
    await button(page, 'Render again').click()
    await page.getByRole('radio', { name: /Crew .* Ready/ }).waitFor()
    expect(await page.getByRole('radio', { name: /Crew/ }).count()).toBe(2)
    expect(await download(page, 'Download PDF')).toMatch(/^%PDF-/)
    expect(await download(page, 'Download CSV')).toContain(COPPER)

    await button(page, 'Make another document').click()
    await page.getByLabel('For').selectOption({ label: 'Office' })
    await page.getByLabel('Language').selectOption({ label: 'Spanish' })
    await button(page, 'Make document').click()
    await page.getByRole('radio', { name: /Office · Spanish · Letter .* Ready/ }).waitFor()
  })

  test('an order is changed, ordered again and cancelled; each says to which it belongs', async () => {
    const { page, expectAccessible } = shared()
    const orderId = await placeOrder(await createListOfTwoVendors('Changed'), 'CHANGED-1')
    await page.goto(`/o/1/orders/${orderId}`)
    // The dialog is open before its fields are there; then the first one has the focus.
    const { handled } = await handleNext(page, 'OrderPreparation', async (route) => {
      await page.getByRole('dialog').locator('button:focus').waitFor()
      await route.continue()
    })
    await button(page, 'Change order').click()
    await handled
    await page
      .locator(':focus')
      .and(page.getByLabel(`Take back of ${COPPER}`))
      .waitFor()
    await button(page, 'Place the change').click()
    await page.getByText('Type an amount to take back or to add.').waitFor()
    await page.getByLabel(`Take back of ${COPPER}`).fill('7')
    await button(page, 'Place the change').click()
    await page.getByText('More than is ordered.').waitFor()
    await page
      .locator(':focus')
      .and(page.getByLabel(`Take back of ${COPPER}`))
      .waitFor()
    await expectAccessible()
    await page.getByLabel(`Take back of ${COPPER}`).fill('2')
    await page.reload()
    await button(page, 'Change order').click()
    await page.getByText('What you typed earlier was restored.').waitFor()
    expect(await page.getByLabel(`Take back of ${COPPER}`).inputValue()).toBe('2')
    const beyondNeed = page.getByText('1 item is added beyond what the list needs.')
    await page.getByLabel(`Order in addition of ${COPPER}`).fill('3')
    await beyondNeed.waitFor()
    await page.getByLabel(`Order in addition of ${COPPER}`).fill('1')
    expect(await beyondNeed.count()).toBe(0)
    const changed = await loseResponse(page, 'OrderChange', () => pressEscape(page))
    await button(page, 'Place the change').click()
    await changed.handled
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.getByText('The change may have been placed although its response').waitFor()
    // Cancelling does not forget it: typed again, it would be placed twice.
    await button(page.getByRole('dialog'), 'Cancel').click()
    await button(page, 'Change order').click()
    await page.getByText('The change may have been placed although its response').waitFor()
    // Another change than the one that may have been placed is not ordered in addition without a word.
    await page.getByLabel(`Order in addition of ${COPPER}`).fill('2')
    await button(page, 'Place the change').click()
    await page.getByText('A change may have been placed although its response was lost').waitFor()
    await page.getByLabel(`Order in addition of ${COPPER}`).fill('1')
    await button(page, 'Place the change').click()
    await page.getByText('This order changes another one.').waitFor()
    await page.getByRole('link', { name: 'Open that order' }).click()
    await page.getByRole('link', { name: 'Change 1' }).waitFor()
    expect(await page.getByRole('link', { name: /^Change \d/ }).count()).toBe(1)
    await button(page, 'Change order').click()
    expect(await page.getByLabel(`Order in addition of ${COPPER}`).inputValue()).toBe('')
    await button(page, 'Cancel').click()

    await button(page, 'Order again').click()
    const reordered = await loseResponse(page, 'OrderReorder', () => pressEscape(page))
    await button(page.getByRole('dialog'), 'Order again').click()
    await reordered.handled
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await button(page.getByRole('dialog'), 'Cancel').click()
    await button(page, 'Order again').click()
    await button(page.getByRole('dialog'), 'Order again').click()
    await page.getByText('This order takes the place of another one.').waitFor()
    await button(page, 'Cancel order').click()
    await page.getByLabel('Reason').fill('The roof is sold')
    await button(page, 'Cancel the order').click()
    await page.getByText(/^Cancelled on .* The roof is sold$/).waitFor()
    expect(await button(page, 'Change order').count()).toBe(0)
    await page.getByRole('link', { name: 'Open that order' }).click()
    await page.getByText('Another order took the place of this one.').waitFor()
    expect(await button(page, 'Order again').count()).toBe(0)
  })
})

import { controlSimulator } from '@takeoff/provider-simulator/testing/simulator-control'
import { describe, expect, test } from 'vitest'
import { graphqlData } from '../e2e/support/client.ts'
import { sharedDevEnv } from '../e2e/support/dev-env.ts'
import { startReceiver, subscribe } from '../e2e/support/receiver.ts'
import { browserPath, openSignedIn } from './support/browser.ts'
import { createList } from './support/office-data.ts'

const { details } = sharedDevEnv()
const simulator = controlSimulator(details.providerSimulator)
const asOwner = { token: details.tokens.admin }
/** A vendor of the development data that is connected with a supplier. */
const VENDOR = 1

/** An order that its supplier refuses. */
async function refusedOrder(listId: number, purchaseOrderNumber: string): Promise<void> {
  await simulator.script({ purchaseOrderNumber, outcome: 'reject-all' })
  const { created } = await graphqlData<{ created: { distributionOrder: { id: string } } }>(
    `mutation ($list: ID!, $vendorId: Int!, $po: String) {
      created: projectManagementDistributionOrderCreate(
        productionListId: $list, vendorId: $vendorId, purchaseOrderNumber: $po
      ) { distributionOrder { id } }
    }`,
    { list: String(listId), vendorId: VENDOR, po: purchaseOrderNumber },
    asOwner,
  )
  const { id } = created.distributionOrder
  const read = `query ($id: ID!) { order: projectManagementDistributionOrder(id: $id) { state } }`
  await expect
    .poll(() => graphqlData(read, { id }, asOwner))
    .toEqual({ order: { state: 'failed' } })
}

const change = (mutation: string, id: number): Promise<unknown> =>
  graphqlData(`mutation ($id: Int!) { ${mutation}(id: $id) { id } }`, { id }, asOwner)

describe.skipIf(browserPath === undefined)('what needs attention (needs Chromium)', () => {
  test('is listed with its reason, and is settled there', async () => {
    await using receiver = await startReceiver()
    const events = ['project-management-production-list-created']
    const { id: webhookId } = await subscribe(receiver, { events, ...asOwner })
    receiver.respondWith(() => ({ status: 503, body: 'the warehouse is full' }))
    const { listId } = await createList('Needs attention')
    await receiver.waitForOne(({ body }) => body.includes(`${listId}`))
    await refusedOrder(listId, 'ATTENTION-1')
    // What waits has failed then.
    await change('webhookDisable', webhookId)

    const { page, expectAccessible } = await openSignedIn('owner', '/o/1/jobs')
    await page.getByRole('link', { name: 'Attention', exact: true }).click()
    const order = page.getByRole('row', { name: /ATTENTION-1/ })
    await order.getByText('It will not be delivered. Order its items again.').waitFor()
    const delivery = page.getByRole('row', { name: new RegExp(receiver.url) })
    await delivery.getByText(/Its webhook is disabled/).waitFor()
    await delivery.getByText('the warehouse is full').waitFor()
    await expectAccessible()

    await change('webhookEnable', webhookId)
    receiver.respondWith(() => ({ status: 204 }))
    await page.reload()
    await delivery.getByText(/It is not tried again by itself/).waitFor()
    await delivery.getByRole('button', { name: /^More actions/ }).click()
    await page.getByRole('menuitem', { name: 'Details' }).click()
    await page.getByRole('dialog', { name: 'Delivery' }).getByText('Attempt 1').waitFor()
    await page.keyboard.press('Escape')
    await delivery.getByRole('button', { name: /^Send again/ }).click()
    await page.getByText('The delivery is sent again.').waitFor()
    await delivery.waitFor({ state: 'detached' })
    await page.locator('#content:focus').waitFor()
    await receiver.waitFor(({ body }) => body.includes(`${listId}`), { count: 2 })

    await order.getByRole('button', { name: /^More actions/ }).click()
    await page.getByRole('menuitem', { name: 'Order by document' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Order again' }).click()
    await page.getByText('The new order was placed.').waitFor()
    await page.getByRole('link', { name: 'Attention', exact: true }).click()
    await page.getByRole('heading', { name: 'Attention', exact: true }).waitFor()
    await order.waitFor({ state: 'detached' })
    expect(await delivery.count()).toBe(0)
  })

  test('is not for a viewer', async () => {
    const { page } = await openSignedIn('viewer', '/o/1/attention')
    await page.getByRole('heading', { name: 'Your role does not include this' }).waitFor()
    expect(await page.getByRole('link', { name: 'Attention', exact: true }).count()).toBe(0)
  })
})

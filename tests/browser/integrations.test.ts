import type { Dialog, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startReceiver, verifySignature } from '../e2e/support/receiver.ts'
import type { Receiver } from '../e2e/support/receiver.ts'
import { browserPath, openSignedIn, PATIENCE_MS, shareSignedIn } from './support/browser.ts'
import { holdChanges, holdReads } from './support/graphql-requests.ts'
import { createWebhook, deleteWebhook } from './support/integration-data.ts'

const LIST_CREATED = 'project-management-production-list-created'

const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true })

const hasFocus = (control: Locator): Promise<void> =>
  expect.poll(() => control.evaluate((element) => element === document.activeElement)).toBe(true)

const choose = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: /^More for http/ }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** A browser closes a dialog by itself when it is asked again and again. */
async function pressEscape(page: Page): Promise<void> {
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape')
}

/** Presses the keys that created a webhook again, goes back, and loads the page again; the page asks before the latter two. */
async function leaveByChance(page: Page): Promise<void> {
  const questions: string[] = []
  const refuse = async (question: Dialog): Promise<void> => {
    questions.push(question.type())
    await question.dismiss()
  }
  page.on('dialog', refuse)
  await page.keyboard.press('Control+Enter')
  await page.evaluate(() => history.back())
  await expect.poll(() => questions).toHaveLength(1)
  await page.evaluate(() => location.reload())
  await expect.poll(() => questions).toHaveLength(2)
  page.off('dialog', refuse)
}

/** Reads a secret that is shown once, and closes its dialog. */
async function takeSecret(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  const secret = await dialog.getByLabel('Secret', { exact: true }).inputValue()
  await leaveByChance(page)
  await pressEscape(page)
  await dialog.getByText('To close this, press “I have stored it”.').waitFor()
  await button(dialog, 'I have stored it').click()
  await dialog.waitFor({ state: 'detached' })
  return secret
}

/** The tests follow one webhook from its creation to its audit records. */
describe.skipIf(browserPath === undefined)('integrations in a browser (needs Chromium)', () => {
  const shared = shareSignedIn('owner 2', { expected: [/status of 4\d\d/] })
  let receiver: Receiver
  let address: string
  let secret: string
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver[Symbol.asyncDispose]())

  test('a webhook is created; its secret is shown once, and its address is verified by a code', async () => {
    const { page, expectAccessible } = shared()
    await page.goto('/o/2/integrations/audit')
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
    await button(page, 'New webhook').first().click()
    const dialog = page.getByRole('dialog', { name: 'New webhook' })
    await dialog.getByRole('radio', { name: 'Only these' }).check()
    await button(dialog, 'Create').click()
    await dialog.getByText('Give an address that begins with https://').waitFor()
    await dialog.getByText('Choose at least one event.').waitFor()
    await dialog.getByLabel('URL').fill(receiver.url)
    // What is wrong gets the focus, also where a group of fields is.
    await button(dialog, 'Create').click()
    await hasFocus(dialog.getByRole('checkbox').first())
    await dialog.getByRole('checkbox', { name: 'List created' }).check()
    await button(dialog, '+ Add header').click()
    await dialog.getByLabel('Header', { exact: true }).fill('X-Team')
    await button(dialog, 'Create').click()
    await dialog.getByText('Give both the name and the value.').waitFor()
    await hasFocus(dialog.getByLabel('Value', { exact: true }))
    await expectAccessible()
    await button(dialog, 'Remove header X-Team').click()
    await hasFocus(button(dialog, '+ Add header'))
    await button(dialog, 'Create').click()
    secret = await takeSecret(page, 'The webhook was created')
    await page.getByRole('heading', { name: receiver.url }).waitFor()
    address = new URL(page.url()).pathname
    expect(await page.content()).not.toContain(secret)

    const { payload } = await receiver.waitForOne(({ attempt }) => attempt === 1)
    await page.getByRole('textbox', { name: 'Code' }).fill('000000')
    await button(page, 'Verify').click()
    await page.getByRole('alert').waitFor()
    await expectAccessible()
    await page.getByRole('textbox', { name: 'Code' }).fill(String(payload['code']))
    await button(page, 'Verify').click()
    await page.getByText('The address is verified.').waitFor()
    await page.locator('#content:focus').waitFor()
    await page.getByRole('status').getByText('Enabled', { exact: true }).waitFor()
  })

  test('a delivery that failed shows each attempt, and is sent again', async () => {
    const { page, expectAccessible } = shared()
    await page.goto(address)
    receiver.respondWith(() => ({ status: 400, body: 'no such account' }))
    await button(page, 'Send a test').click()
    await button(page.getByRole('dialog'), 'Send').click()
    await page.getByText('The test is on its way.').waitFor()
    const sent = await receiver.waitForOne(({ payload }) => payload.event === LIST_CREATED)
    expect(verifySignature(sent, secret)).toEqual(sent.payload)
    await page.getByRole('button', { name: /^Details of List created/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Delivery' })
    await dialog.getByText('no such account').first().waitFor()
    await dialog.getByText(LIST_CREATED).first().waitFor()
    await expectAccessible()
    await page.keyboard.press('Escape')
    // Sent again, it is none of those that are shown; its dialog stays.
    await page.getByLabel('State').selectOption({ label: 'Waiting' })
    await page.getByRole('button', { name: /^Details of List created/ }).click()
    receiver.respondWith(() => ({ status: 204 }))
    await button(dialog, 'Send again').click()
    await page.getByText('No delivery matches').waitFor({ state: 'attached' })
    await dialog.getByRole('status').getByText('Delivered').waitFor()
    await button(dialog, 'Close').last().click()
    await page.locator('#content:focus').waitFor()
  })

  test('deliveries are filtered, and those of a time are replayed', async () => {
    const { page } = shared()
    await page.goto(address)
    const rows = page.getByRole('button', { name: /^Details of/ })
    await rows.nth(1).waitFor()
    await page.getByLabel('State').selectOption({ label: 'Failed' })
    await page.getByText('No delivery matches').waitFor()
    await page.getByLabel('State').selectOption({ label: 'Delivered' })
    await page.getByLabel('Event').selectOption({ label: 'List created' })
    await expect.poll(() => rows.count(), { timeout: PATIENCE_MS }).toBe(1)
    await page.reload()
    await rows.first().waitFor()
    expect(await rows.count()).toBe(1)

    const before = receiver.received.length
    await choose(page, 'Replay')
    const dialog = page.getByRole('dialog', { name: 'Replay a time' })
    await dialog.getByRole('checkbox', { name: 'Those that were delivered, too' }).check()
    await button(dialog, 'Replay').click()
    await page.getByText('1 delivery is sent again.').waitFor()
    await receiver.waitFor(() => true, { count: before + 1 })
  })

  test('the secret is replaced; the new one is shown once, and both sign for a while', async () => {
    const { page } = shared()
    await page.goto(address)
    await choose(page, 'New secret')
    const dialog = page.getByRole('dialog', { name: 'Replace the signing secret' })
    await dialog.getByLabel('Hours for which the old secret still signs').fill('999')
    await dialog.getByText('Give a whole number from 0 to 168.').waitFor()
    await dialog.getByLabel('Hours for which the old secret still signs').fill('1')
    const held = await holdChanges(page)
    await button(dialog, 'New secret').click()
    await held.made
    await pressEscape(page)
    // Closed, it could not show the secret. A browser closes it at the second Escape, and the page opens it again.
    await dialog.waitFor()
    await held.release()
    const renewed = await takeSecret(page, 'Signing secret')
    expect(renewed).not.toBe(secret)
    expect(await page.content()).not.toContain(renewed)
    const before = receiver.received.length
    await button(page, 'Send a test').click()
    await button(page.getByRole('dialog'), 'Send').click()
    const sent = (await receiver.waitFor(() => true, { count: before + 1 })).at(-1)
    if (!sent) throw new Error('nothing was sent')
    verifySignature(sent, secret)
    verifySignature(sent, renewed)
  })

  test('a secret is shown at once, also while nothing can be read', async () => {
    const { page } = await openSignedIn('owner', '/o/1/integrations/webhooks')
    await button(page, 'New webhook').first().click()
    const form = page.getByRole('dialog', { name: 'New webhook' })
    await form.getByLabel('URL').fill('https://crm.example.com/not-read')
    let release = await holdReads(page)
    await button(form, 'Create').click()
    await page.getByRole('dialog', { name: 'The webhook was created' }).waitFor()
    await release()
    await button(page, 'I have stored it').click()
    await page.waitForURL(/\/webhooks\/\d+$/)

    await choose(page, 'New secret')
    release = await holdReads(page)
    await button(page.getByRole('dialog'), 'New secret').click()
    const renewed = page.getByRole('dialog', { name: 'Signing secret' })
    expect(await renewed.getByLabel('Secret', { exact: true }).inputValue()).not.toBe('')
    await release()
    await button(page, 'I have stored it').click()
    await deleteWebhook(Number(page.url().split('/').at(-1)))
  })

  test('the audit log finds what was done with the webhook, without its secret', async () => {
    const { page, expectAccessible } = shared()
    await page.goto('/o/2/integrations/audit')
    await page.getByLabel('What').selectOption({ label: 'Webhook' })
    await page.getByLabel('Its number').fill(address.split('/').at(-1) ?? '')
    const log = page.getByRole('region', { name: 'Audit log' })
    const operations = log.getByRole('listitem').locator('strong')
    await expect
      .poll(() => operations.allInnerTexts(), { timeout: PATIENCE_MS })
      .toEqual(['Webhook secret replaced', 'Webhook verified', 'Webhook created'])
    await page.reload()
    await operations.first().waitFor()
    expect(await operations.count()).toBe(3)
    await expectAccessible()
    await log.getByText('Webhook created').click()
    // Of an address, only the origin.
    await log.getByText(`${new URL(receiver.url).origin}/…`).waitFor()
    expect(await page.content()).not.toContain(secret)
    await page.getByLabel('Its number').fill('2147483647')
    await page.getByText('No record matches').waitFor()
  })

  test('a webhook that is disabled sends nothing, and one that is deleted is gone', async () => {
    const { page } = shared()
    await page.goto(address)
    await choose(page, 'Disable')
    await button(page.getByRole('dialog'), 'Disable').click()
    await page.getByRole('status').getByText('Disabled', { exact: true }).waitFor()
    expect(await button(page, 'Send a test').count()).toBe(0)
    await button(page, 'Enable').click()
    await button(page, 'Send a test').waitFor()
    await page.locator('#content:focus').waitFor()
    await choose(page, 'Delete')
    await button(page.getByRole('dialog'), 'Delete').click()
    await page.getByText('The webhook was deleted.').waitFor()
    await page.goto(address)
    await page.getByRole('heading', { name: 'This does not exist' }).waitFor()
  })

  test('the code of another webhook verifies that one, and the page says which', async () => {
    await using receiver = await startReceiver()
    const here = await createWebhook(`${receiver.url}?here`)
    const other = await createWebhook(`${receiver.url}?other`)
    const { payload } = await receiver.waitForOne(({ payload: { webhook_id: id } }) => id === other)
    const { page } = await openSignedIn('owner', `/o/1/integrations/webhooks/${here}`)
    await page.getByRole('textbox', { name: 'Code' }).fill(String(payload['code']))
    await button(page, 'Verify').click()
    await page.getByText(/This was the code of .*\?other, which is verified now\./).waitFor()
    expect(await page.getByText('The address is verified.').count()).toBe(0)
    await page.getByRole('status').getByText('Waiting for verification').waitFor()
    await Promise.all([here, other].map(deleteWebhook))
  })

  test('API clients are made where people sign in, and the page says where and for what address', async () => {
    const { page } = shared()
    await page.goto('/o/2/integrations/clients')
    await page.getByText('Takeoff issues no keys.').waitFor()
    await page.getByText(new URL('/graphql', page.url()).href).waitFor()
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  })
})

import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { browserPath, PATIENCE_MS, shareSignedIn } from './support/browser.ts'
import { documentIdOf } from './support/documents.ts'
import { readList } from './support/office-data.ts'
import { createListOfTwoVendors, placeOrder } from './support/order-data.ts'
import { ALL, COSTS, NAME, NAVIGATION, operationsOf, rulesOf } from './support/role-rules.ts'
import type { Shown, Subject } from './support/role-rules.ts'

interface GraphqlResponse {
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[]
}

/** Sends an operation of the console as its pages do, whatever they show. */
function send(page: Page, operation: string, variables: object): Promise<GraphqlResponse> {
  const documentId = documentIdOf(operation)
  return page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json', 'x-takeoff-console': '1' }
    const response = await fetch('/session/graphql', { method: 'POST', headers, body })
    return (await response.json()) as GraphqlResponse
  }, JSON.stringify({ documentId, variables }))
}

/** Opens a page as a link does, within the application. */
const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState({}, '', to), path)

const found = (page: Page, [, kind, name]: Shown): Locator =>
  page.getByRole('main').getByRole(kind, { name, exact: typeof name === 'string' })

describe.skipIf(browserPath === undefined)('roles in a browser (needs Chromium)', () => {
  let subject: Subject
  beforeAll(async () => {
    const listId = await createListOfTwoVendors(NAME)
    const { salesOpportunity } = await readList(listId)
    subject = {
      listId,
      jobId: salesOpportunity.job.id,
      orderId: await placeOrder(listId, 'ROLES-1'),
    }
  })

  describe.each(ALL)('%s', (role) => {
    const shared = shareSignedIn(role, { expected: [/status of 4\d\d/] })

    test('sees the pages, actions and costs of the role, and no others', async () => {
      const { page } = shared()
      const refusal = page.getByRole('heading', { name: 'Your role does not include this' })
      await page.goto('/o/1/jobs')
      for (const { path, readers, loaded, shown } of rulesOf(subject)) {
        const mayRead = readers.includes(role)
        // The refusal of one page must not be taken for that of the next.
        await (mayRead ? follow(page, path) : page.goto(path))
        await (mayRead ? loaded(page) : refusal).waitFor()
        const expected = shown.map(([roles, , name]) => [name, mayRead && roles.includes(role)])
        await vi.waitFor(async () => {
          const seen = shown.map(async (each) => [each[2], (await found(page, each).count()) > 0])
          expect([path, await Promise.all(seen)]).toEqual([path, expected])
        }, PATIENCE_MS)
      }
    })

    test('finds only the parts of the role in the navigation', async () => {
      const { page } = shared()
      await page.goto('/o/1/jobs')
      const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
      await links.first().waitFor()
      const names = NAVIGATION.filter(([, roles]) => roles.includes(role)).map(([name]) => name)
      expect(await links.allInnerTexts()).toEqual(names)
    })

    test('is refused by the server what the role does not include, and shown no costs', async () => {
      const { page } = shared()
      for (const [operation, roles, variables] of operationsOf(subject)) {
        // What the role includes would change the data of other tests.
        if ((roles as readonly string[]).includes(role)) continue
        const { errors } = await send(page, operation, variables)
        expect([operation, errors?.[0]?.extensions.code]).toEqual([operation, 'FORBIDDEN'])
      }
      const { data } = await send(page, 'List', { id: subject.listId })
      const list = data?.['projectManagementProductionListById'] as { readonly totalCost: unknown }
      expect(list.totalCost !== null).toBe(COSTS.includes(role))
    })
  })
})

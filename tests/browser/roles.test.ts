import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { browserPath, PATIENCE_MS, shareSignedIn } from './support/browser.ts'
import { BY_DOCUMENT, createListOfTwoVendors, placeOrder } from './support/order-data.ts'
import { readList } from './support/office-data.ts'

const OWNER = ['owner']
const ALL = ['owner', 'estimator', 'purchaser', 'viewer']
/** Who measures, computes lists and keeps templates and prices. */
const ESTIMATING = ['owner', 'estimator']
/** Who orders, and keeps vendors. */
const ORDERING = ['owner', 'purchaser']
/** Who sees costs. */
const COSTS = ['owner', 'estimator', 'purchaser']

type Kind = 'button' | 'link' | 'checkbox' | 'textbox' | 'columnheader' | 'combobox'
type Shown = readonly [roles: readonly string[], kind: Kind, name: string | RegExp]

interface PageRule {
  readonly path: string
  readonly readers: readonly string[]
  /** What is there as soon as the page has loaded. */
  readonly loaded: (page: Page) => Locator
  /** What only some of the readers see. */
  readonly shown: readonly Shown[]
}

interface Subject {
  readonly jobId: number
  readonly listId: number
  readonly orderId: string
}

const NAME = 'Seen by roles'

const rulesOf = ({ jobId, listId, orderId }: Subject): readonly PageRule[] => [
  {
    path: '/o/1/jobs',
    readers: ALL,
    loaded: (page) => page.getByRole('link', { name: NAME }).first(),
    shown: [[ESTIMATING, 'button', 'New job']],
  },
  {
    path: `/o/1/jobs/${jobId}`,
    readers: ALL,
    loaded: (page) => page.getByRole('region', { name: 'Material lists' }),
    shown: [
      [ESTIMATING, 'button', 'Edit job'],
      [ESTIMATING, 'link', 'New measurements'],
      [ESTIMATING, 'link', 'New list'],
    ],
  },
  {
    path: `/o/1/jobs/${jobId}/measurements`,
    readers: ESTIMATING,
    loaded: (page) => page.getByLabel('Roof area, sq ft'),
    shown: [[ESTIMATING, 'button', 'Save']],
  },
  {
    path: `/o/1/jobs/${jobId}/new-list`,
    readers: ESTIMATING,
    loaded: (page) => page.getByRole('checkbox', { name: 'Asphalt Shingle Roof' }),
    shown: [],
  },
  {
    path: '/o/1/lists',
    readers: ALL,
    loaded: (page) => page.getByRole('link', { name: NAME }).first(),
    shown: [],
  },
  {
    path: `/o/1/lists/${listId}`,
    readers: ALL,
    loaded: (page) => page.getByRole('region', { name: 'Totals' }),
    shown: [
      [ESTIMATING, 'button', 'Add item'],
      [ESTIMATING, 'textbox', /^Quantity of/],
      [ALL, 'link', 'Order'],
      [COSTS, 'columnheader', 'Unit cost'],
    ],
  },
  {
    path: `/o/1/lists/${listId}/order`,
    readers: ALL,
    loaded: (page) => page.getByRole('region', { name: 'ABC Building Supply Materials' }),
    shown: [
      [ORDERING, 'button', 'Place order'],
      [ORDERING, 'checkbox', /^Order /],
      [ORDERING, 'combobox', 'How'],
    ],
  },
  {
    path: '/o/1/orders',
    readers: ALL,
    loaded: (page) => page.getByRole('row', { name: NAME }).first(),
    shown: [],
  },
  {
    path: `/o/1/orders/${orderId}`,
    readers: ALL,
    loaded: (page) => page.getByRole('heading', { name: BY_DOCUMENT.name }),
    shown: [
      [ORDERING, 'button', 'Change order'],
      [ORDERING, 'button', 'Order again'],
      [ORDERING, 'button', 'Cancel order'],
      [ORDERING, 'button', 'Make another document'],
      [ALL, 'link', 'Download PDF'],
      [COSTS, 'columnheader', 'Unit cost'],
    ],
  },
  {
    path: '/o/1/catalog/templates',
    readers: ALL,
    loaded: (page) => page.getByRole('link', { name: 'Asphalt Shingle Roof' }),
    shown: [
      [ESTIMATING, 'link', 'New template'],
      [ESTIMATING, 'button', 'More for Asphalt Shingle Roof'],
      [ALL, 'link', 'Vendors'],
      [COSTS, 'link', 'Prices'],
      [ALL, 'link', 'Brand'],
    ],
  },
  {
    path: '/o/1/catalog/templates/1',
    readers: ALL,
    loaded: (page) => page.getByRole('region', { name: 'Lines' }),
    shown: [
      [ESTIMATING, 'button', 'Add line'],
      [ESTIMATING, 'button', 'Archive'],
    ],
  },
  {
    path: '/o/1/catalog/templates/new',
    readers: ESTIMATING,
    loaded: (page) => page.getByRole('heading', { name: 'New template' }),
    shown: [],
  },
  {
    path: '/o/1/catalog/vendors',
    readers: ALL,
    loaded: (page) => page.getByRole('row', { name: BY_DOCUMENT.name }),
    shown: [
      [ORDERING, 'button', 'New vendor'],
      [ORDERING, 'button', `More for ${BY_DOCUMENT.name}`],
    ],
  },
  {
    path: '/o/1/catalog/prices',
    readers: COSTS,
    loaded: (page) => page.getByRole('columnheader', { name: 'Unit cost' }),
    shown: [[ESTIMATING, 'button', 'Import prices']],
  },
  {
    path: '/o/1/catalog/brand',
    readers: ALL,
    loaded: (page) => page.getByRole('region', { name: 'How a document begins' }),
    shown: [[OWNER, 'button', 'Save']],
  },
  {
    path: '/o/1/integrations/webhooks',
    readers: OWNER,
    loaded: (page) => page.getByRole('heading', { name: 'Webhooks', exact: true, level: 1 }),
    shown: [[OWNER, 'button', 'New webhook']],
  },
  {
    path: '/o/1/integrations/audit',
    readers: OWNER,
    loaded: (page) => page.getByRole('heading', { name: 'Audit log' }),
    shown: [],
  },
  {
    path: '/o/1/integrations/clients',
    readers: OWNER,
    loaded: (page) => page.getByRole('heading', { name: 'API clients' }),
    shown: [],
  },
]

const NAVIGATION: readonly (readonly [name: string, roles: readonly string[]])[] = [
  ['Jobs', ALL],
  ['Lists', ALL],
  ['Orders', ALL],
  ['Catalog', ALL],
  ['Integrations', OWNER],
]

/** Operations of the console, with those who may send them. */
const operationsOf = ({ listId, orderId }: Subject) =>
  [
    ['JobSave', ESTIMATING, { orgId: 1, name: 'Refused' }],
    ['ListUpdate', ESTIMATING, { id: listId, name: 'Refused', version: 1 }],
    ['TemplateArchive', ESTIMATING, { id: 1 }],
    ['PriceImport', ESTIMATING, { orgId: 1, vendorId: BY_DOCUMENT.id, csv: 'sku' }],
    ['PriceBook', COSTS, { orgId: 1, vendorId: 1, search: '' }],
    ['OrderCancel', ORDERING, { id: orderId }],
    ['DocumentRender', ORDERING, { orderId }],
    ['VendorArchive', ORDERING, { id: BY_DOCUMENT.id }],
    ['VendorDisconnect', OWNER, { id: 1 }],
    ['BrandUpdate', OWNER, { orgId: 1, brand: { name: 'Refused' } }],
    ['WebhookCreate', OWNER, { orgId: 1, url: 'https://refused.example/' }],
    ['AuditLog', OWNER, { orgId: 1 }],
  ] as const

const documents = JSON.parse(
  await readFile(
    new URL('../../services/console/web/src/generated/documents.json', import.meta.url),
    'utf8',
  ),
) as Readonly<Record<string, string>>

interface GraphqlResponse {
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[]
}

/** Sends an operation of the console as its pages do, whatever they show. */
function send(page: Page, operation: string, variables: object): Promise<GraphqlResponse> {
  const known = Object.entries(documents)
  const [documentId] =
    known.find(([, text]) => new RegExp(`^\\w+ ${operation}\\b`).test(text)) ?? []
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

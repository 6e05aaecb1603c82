import type { Locator, Page } from 'playwright-core'
import { BY_DOCUMENT } from './order-data.ts'

const OWNER = ['owner']
/** The roles of the development issuer. */
export const ALL = ['owner', 'estimator', 'purchaser', 'viewer']
/** Who measures, computes lists and keeps templates and prices. */
const ESTIMATING = ['owner', 'estimator']
/** Who orders, and keeps vendors. */
const ORDERING = ['owner', 'purchaser']
/** Who sees costs. */
export const COSTS = ['owner', 'estimator', 'purchaser']

type Kind = 'button' | 'link' | 'checkbox' | 'textbox' | 'columnheader' | 'combobox' | 'heading'
/** Something on a page, with those who see it. */
export type Shown = readonly [roles: readonly string[], kind: Kind, name: string | RegExp]

/** Who reads a page, and what those see of it. */
interface PageRule {
  readonly path: string
  readonly readers: readonly string[]
  /** What is there as soon as the page has loaded. */
  readonly loaded: (page: Page) => Locator
  /** What only some of the readers see. */
  readonly shown: readonly Shown[]
}

/** What the pages show. */
export interface Subject {
  readonly jobId: number
  readonly listId: number
  readonly orderId: string
}

/** The name of the job and of the list. */
export const NAME = 'Seen by roles'

/** Each page, with its rule. */
export const rulesOf = ({ jobId, listId, orderId }: Subject): readonly PageRule[] => [
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
  {
    path: '/o/1/attention',
    readers: ORDERING,
    loaded: (page) => page.getByRole('heading', { name: 'Orders at suppliers' }),
    shown: [[OWNER, 'heading', 'Webhook deliveries']],
  },
]

/** The entries of the navigation, with those who have them. */
export const NAVIGATION: readonly (readonly [name: string, roles: readonly string[]])[] = [
  ['Jobs', ALL],
  ['Lists', ALL],
  ['Orders', ALL],
  ['Catalog', ALL],
  ['Integrations', OWNER],
  ['Attention', ORDERING],
]

/** Operations of the console, with those who may send them. */
export const operationsOf = ({ listId, orderId }: Subject) =>
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

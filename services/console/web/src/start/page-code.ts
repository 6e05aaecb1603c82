import type { PageName } from '../session/page-scopes.ts'
import { placeOf } from './page-pattern.ts'

/** The code of each page of an organization, by its place. An id stands as `$`. */
export const PAGE_CODE = {
  jobs: () => import('../pages/jobs/jobs-page.tsx'),
  'jobs/$': () => import('../pages/job/job-page.tsx'),
  'jobs/$/measurements': () => import('../pages/measurements/measurements-page.tsx'),
  'jobs/$/new-list': () => import('../pages/new-list/new-list-page.tsx'),
  lists: () => import('../pages/lists/lists-page.tsx'),
  'lists/$': () => import('../pages/list/list-page.tsx'),
  'lists/$/order': () => import('../pages/new-order/new-order-page.tsx'),
  orders: () => import('../pages/orders/orders-page.tsx'),
  'orders/$': () => import('../pages/order/order-page.tsx'),
  catalog: () => import('../pages/catalog/catalog-page.tsx'),
  'catalog/templates': () => import('../pages/catalog/templates/templates-page.tsx'),
  'catalog/templates/$': () => import('../pages/catalog/template/template-page.tsx'),
  'catalog/vendors': () => import('../pages/catalog/vendors/vendors-page.tsx'),
  'catalog/prices': () => import('../pages/catalog/prices/prices-page.tsx'),
  'catalog/brand': () => import('../pages/catalog/brand/brand-page.tsx'),
  attention: () => import('../pages/attention/attention-page.tsx'),
  integrations: () => import('../pages/integrations/integrations-page.tsx'),
  'integrations/webhooks': () => import('../pages/integrations/webhooks/webhooks-page.tsx'),
  'integrations/webhooks/$': () => import('../pages/integrations/webhook/webhook-page.tsx'),
  'integrations/audit': () => import('../pages/integrations/audit/audit-page.tsx'),
  'integrations/clients': () => import('../pages/integrations/clients-page.tsx'),
} satisfies Record<PageName, () => Promise<unknown>>

/** Loads the code of the page at an address; undefined where there is none. */
export function loadPage(path: string): Promise<unknown> | undefined {
  const pattern = placeOf(path)?.pattern ?? ''
  return Object.hasOwn(PAGE_CODE, pattern) ? PAGE_CODE[pattern as PageName]() : undefined
}

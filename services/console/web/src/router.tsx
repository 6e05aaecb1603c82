import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { JobDocument, ListDocument } from './generated/operations.ts'
import { HomePage } from './pages/home-page.tsx'
import { readAhead } from './session/read-ahead.ts'
import { readSetting } from './settings.ts'
import { Shell } from './shell/shell.tsx'
import { Crashed } from './ui/crashed.tsx'
import { Loading, UnknownPage } from './ui/states.tsx'

const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()()

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    const orgId = readSetting('organization')
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
    if (orgId !== undefined) throw redirect({ to: '/o/$orgId/jobs', params: { orgId } })
  },
  component: HomePage,
})

const organization = createRoute({
  getParentRoute: () => root,
  path: '/o/$orgId',
  component: Shell,
})

const page = <Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => organization, path, component })

const routes = root.addChildren([
  home,
  organization.addChildren([
    page(
      'jobs',
      lazyRouteComponent(() => import('./pages/jobs/jobs-page.tsx')),
    ),
    createRoute({
      getParentRoute: () => organization,
      path: 'jobs/$jobId',
      component: lazyRouteComponent(() => import('./pages/job/job-page.tsx')),
      loader: (opening) => {
        const { orgId, jobId } = opening.params
        readAhead(opening, JobDocument, { id: Number(jobId), orgId: Number(orgId) })
      },
    }),
    page(
      'jobs/$jobId/measurements',
      lazyRouteComponent(() => import('./pages/measurements/measurements-page.tsx')),
    ),
    page(
      'jobs/$jobId/new-list',
      lazyRouteComponent(() => import('./pages/new-list/new-list-page.tsx')),
    ),
    page(
      'lists',
      lazyRouteComponent(() => import('./pages/lists/lists-page.tsx')),
    ),
    createRoute({
      getParentRoute: () => organization,
      path: 'lists/$listId',
      component: lazyRouteComponent(() => import('./pages/list/list-page.tsx')),
      loader: (opening) => readAhead(opening, ListDocument, { id: Number(opening.params.listId) }),
    }),
    page(
      'lists/$listId/order',
      lazyRouteComponent(() => import('./pages/new-order/new-order-page.tsx')),
    ),
    page(
      'orders',
      lazyRouteComponent(() => import('./pages/orders/orders-page.tsx')),
    ),
    page(
      'orders/$orderId',
      lazyRouteComponent(() => import('./pages/order/order-page.tsx')),
    ),
    page(
      'catalog',
      lazyRouteComponent(() => import('./pages/catalog/catalog-page.tsx')),
    ),
    page(
      'catalog/templates',
      lazyRouteComponent(() => import('./pages/catalog/templates/templates-page.tsx')),
    ),
    page(
      'catalog/templates/$templateId',
      lazyRouteComponent(() => import('./pages/catalog/template/template-page.tsx')),
    ),
    page(
      'catalog/vendors',
      lazyRouteComponent(() => import('./pages/catalog/vendors/vendors-page.tsx')),
    ),
    page(
      'catalog/prices',
      lazyRouteComponent(() => import('./pages/catalog/prices/prices-page.tsx')),
    ),
    page(
      'catalog/brand',
      lazyRouteComponent(() => import('./pages/catalog/brand/brand-page.tsx')),
    ),
    page(
      'attention',
      lazyRouteComponent(() => import('./pages/attention/attention-page.tsx')),
    ),
    page(
      'integrations',
      lazyRouteComponent(() => import('./pages/integrations/integrations-page.tsx')),
    ),
    page(
      'integrations/webhooks',
      lazyRouteComponent(() => import('./pages/integrations/webhooks/webhooks-page.tsx')),
    ),
    page(
      'integrations/webhooks/$webhookId',
      lazyRouteComponent(() => import('./pages/integrations/webhook/webhook-page.tsx')),
    ),
    page(
      'integrations/audit',
      lazyRouteComponent(() => import('./pages/integrations/audit/audit-page.tsx')),
    ),
    page(
      'integrations/clients',
      lazyRouteComponent(() => import('./pages/integrations/clients-page.tsx')),
    ),
  ]),
])

/** The pages by address. Each page is loaded when it is first opened, or pointed at; the current one at once. */
export function createAppRouter(queries: QueryClient) {
  const router = createRouter({
    routeTree: routes,
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultErrorComponent: Crashed,
    defaultNotFoundComponent: UnknownPage,
    scrollRestoration: true,
  })
  void router.load()
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

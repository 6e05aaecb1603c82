import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { HomePage } from './pages/home-page.tsx'
import { homeOrganization } from './session/home-organization.ts'
import { readAhead } from './shell/read-ahead.ts'
import { sessionQuery } from './session/session.ts'
import { readSetting } from './settings.ts'
import { Shell } from './shell/shell.tsx'
import { PAGE_CODE } from './start/page-code.ts'
import { Crashed } from './ui/crashed.tsx'
import { lazyPage } from './ui/lazy.tsx'
import { Loading, UnknownPage } from './ui/states.tsx'

const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()()

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  // The page leads there, too; from here the page that it leads to is the first that is rendered.
  beforeLoad: async ({ context: { queries } }) => {
    const state = await queries.ensureQueryData(sessionQuery).catch(() => undefined)
    if (state?.kind !== 'signed-in') return
    const orgId = homeOrganization(state.session.organizations, readSetting('organization'))
    if (orgId === undefined) return
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
    throw redirect({ to: '/o/$orgId/jobs', params: { orgId: String(orgId) } })
  },
  component: HomePage,
})

const organization = createRoute({
  getParentRoute: () => root,
  path: '/o/$orgId',
  component: Shell,
})

const page = <Path extends string>(path: Path, load: () => Promise<{ default: ComponentType }>) =>
  createRoute({
    getParentRoute: () => organization,
    path,
    component: lazyPage(load),
    // Nothing of one job or organization, such as a dialog or the rows before, stays on the page of another one.
    remountDeps: ({ params }) => params,
  })

const routes = root.addChildren([
  home,
  organization.addChildren([
    page('jobs', PAGE_CODE.jobs),
    page('jobs/$jobId', PAGE_CODE['jobs/$']),
    page('jobs/$jobId/measurements', PAGE_CODE['jobs/$/measurements']),
    page('jobs/$jobId/new-list', PAGE_CODE['jobs/$/new-list']),
    page('lists', PAGE_CODE.lists),
    page('lists/$listId', PAGE_CODE['lists/$']),
    page('lists/$listId/order', PAGE_CODE['lists/$/order']),
    page('orders', PAGE_CODE.orders),
    page('orders/$orderId', PAGE_CODE['orders/$']),
    page('catalog', PAGE_CODE.catalog),
    page('catalog/templates', PAGE_CODE['catalog/templates']),
    page('catalog/templates/$templateId', PAGE_CODE['catalog/templates/$']),
    page('catalog/vendors', PAGE_CODE['catalog/vendors']),
    page('catalog/prices', PAGE_CODE['catalog/prices']),
    page('catalog/brand', PAGE_CODE['catalog/brand']),
    page('attention', PAGE_CODE.attention),
    page('integrations', PAGE_CODE.integrations),
    page('integrations/webhooks', PAGE_CODE['integrations/webhooks']),
    page('integrations/webhooks/$webhookId', PAGE_CODE['integrations/webhooks/$']),
    page('integrations/audit', PAGE_CODE['integrations/audit']),
    page('integrations/clients', PAGE_CODE['integrations/clients']),
  ]),
])

/** The pages by address. Each page is loaded when it is first opened, or pointed at. */
export function createAppRouter(queries: QueryClient) {
  const router = createRouter({
    routeTree: routes,
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultErrorComponent: Crashed,
    defaultNotFoundComponent: UnknownPage,
    scrollRestoration: true,
    // As plain texts, in place of the JSON of the router.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString()
      return text === '' ? '' : `?${text}`
    },
  })
  router.subscribe('onBeforeLoad', ({ toLocation, pathChanged }) => {
    if (!pathChanged) return
    // The page itself shows what went wrong.
    readAhead(queries, toLocation).catch(() => undefined)
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

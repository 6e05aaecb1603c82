import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
  useParams,
} from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { HomePage } from './pages/home-page.tsx'
import { homeOrganization } from './session/home-organization.ts'
import { useOrganization } from './session/organization.ts'
import { mayOpen } from './session/page-scopes.ts'
import type { PageName } from './session/page-scopes.ts'
import { rowIdOf } from './session/row-id.ts'
import { readAhead } from './shell/read-ahead.ts'
import { sessionQuery } from './session/session.ts'
import { readSetting } from './settings.ts'
import { Shell } from './shell/shell.tsx'
import { PAGE_CODE } from './start/page-code.ts'
import { Crashed } from './ui/crashed.tsx'
import { lazyPage } from './ui/lazy.tsx'
import { Loading, NoPermission, NotFound, UnknownPage } from './ui/states.tsx'

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

/** A page whose address names a row. */
type RowPageName =
  | Extract<PageName, `jobs/$${string}` | `lists/$${string}`>
  | 'integrations/webhooks/$'

const page = <Path extends string>(path: Path, name: Exclude<PageName, RowPageName>) =>
  pageRoute(path, name, lazyPage(PAGE_CODE[name]))

function rowPage<Path extends string>(path: Path, name: RowPageName) {
  const Page = lazyPage(PAGE_CODE[name])
  function RowPage(): ReactNode {
    const { jobId, listId, webhookId } = useParams({ strict: false })
    const text = jobId ?? listId ?? webhookId ?? ''
    const id = rowIdOf(text)
    return id === undefined ? <NotFound what={text} /> : <Page id={id} />
  }
  return pageRoute(path, name, Object.assign(RowPage, { preload: Page.preload }))
}

/** @param Page shown to those whose scopes permit it */
function pageRoute<Path extends string>(
  path: Path,
  name: PageName,
  Page: ComponentType & { readonly preload: () => Promise<void> | undefined },
) {
  function PermittedPage(): ReactNode {
    const { can } = useOrganization()
    return mayOpen(name, can) ? <Page /> : <NoPermission />
  }
  return createRoute({
    getParentRoute: () => organization,
    path,
    component: Object.assign(PermittedPage, { preload: Page.preload }),
    // Nothing of one job or organization, such as a dialog or the rows before, stays on the page of another one.
    remountDeps: ({ params }) => params,
  })
}

const routes = root.addChildren([
  home,
  organization.addChildren([
    page('jobs', 'jobs'),
    rowPage('jobs/$jobId', 'jobs/$'),
    rowPage('jobs/$jobId/measurements', 'jobs/$/measurements'),
    rowPage('jobs/$jobId/new-list', 'jobs/$/new-list'),
    page('lists', 'lists'),
    rowPage('lists/$listId', 'lists/$'),
    rowPage('lists/$listId/order', 'lists/$/order'),
    page('orders', 'orders'),
    page('orders/$orderId', 'orders/$'),
    page('catalog', 'catalog'),
    page('catalog/templates', 'catalog/templates'),
    page('catalog/templates/$templateId', 'catalog/templates/$'),
    page('catalog/vendors', 'catalog/vendors'),
    page('catalog/prices', 'catalog/prices'),
    page('catalog/brand', 'catalog/brand'),
    page('attention', 'attention'),
    page('integrations', 'integrations'),
    page('integrations/webhooks', 'integrations/webhooks'),
    rowPage('integrations/webhooks/$webhookId', 'integrations/webhooks/$'),
    page('integrations/audit', 'integrations/audit'),
    page('integrations/clients', 'integrations/clients'),
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

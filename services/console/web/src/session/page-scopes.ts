/**
 * The scopes of each page of an organization, by its place. An id stands as `$`. A page is shown to those who have any of
 * its scopes; scopes in brackets count together.
 */
const PAGE_SCOPES = {
  jobs: ['lists:read'],
  'jobs/$': ['lists:read'],
  'jobs/$/measurements': ['lists:write'],
  'jobs/$/new-list': ['lists:write'],
  lists: ['lists:read'],
  'lists/$': ['lists:read'],
  'lists/$/order': [['orders:read', 'lists:read']],
  orders: ['orders:read'],
  'orders/$': ['orders:read'],
  catalog: ['templates:read', 'vendors:read', 'brand:read'],
  'catalog/templates': ['templates:read'],
  'catalog/templates/$': ['templates:read'],
  'catalog/vendors': ['vendors:read'],
  'catalog/prices': [['prices:read', 'vendors:read']],
  'catalog/brand': ['brand:read'],
  attention: ['webhooks:read', ['orders:read', 'orders:submit']],
  integrations: ['webhooks:read', 'audit:read'],
  'integrations/webhooks': ['webhooks:read'],
  'integrations/webhooks/$': ['webhooks:read'],
  'integrations/audit': ['audit:read'],
  'integrations/clients': ['webhooks:read', 'audit:read'],
} as const

/** The place of a page, such as `lists/$/order`. */
export type PageName = keyof typeof PAGE_SCOPES

/** Whether a person with these scopes may see a page. */
export const mayOpen = (page: PageName, can: (scope: string) => boolean): boolean =>
  PAGE_SCOPES[page].some((scopes) => [scopes].flat().every(can))

/** Where the parts of the main navigation are. One is shown to those who have any of its scopes; scopes in brackets count together. */
export const SECTIONS = [
  { name: 'jobs', to: '/o/$orgId/jobs', scopes: ['lists:read'], key: 'j' },
  { name: 'lists', to: '/o/$orgId/lists', scopes: ['lists:read'], key: 'l' },
  { name: 'orders', to: '/o/$orgId/orders', scopes: ['orders:read'], key: 'o' },
  {
    name: 'catalog',
    to: '/o/$orgId/catalog',
    scopes: ['templates:read', 'vendors:read', 'prices:read', 'brand:read'],
    key: 'c',
  },
  {
    name: 'integrations',
    to: '/o/$orgId/integrations',
    scopes: ['webhooks:read', 'audit:read'],
    key: 'i',
  },
  {
    name: 'attention',
    to: '/o/$orgId/attention',
    scopes: ['webhooks:read', ['orders:read', 'orders:submit']],
    key: 'a',
  },
] as const

/** The parts that a person may see. */
export const sectionsFor = (can: (scope: string) => boolean) =>
  SECTIONS.filter(({ scopes }) => scopes.some((scope) => [scope].flat().every(can)))

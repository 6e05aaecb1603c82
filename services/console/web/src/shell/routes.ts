import { mayOpen } from '../session/page-scopes.ts'

/** Where the parts of the main navigation are. */
export const SECTIONS = [
  { name: 'jobs', to: '/o/$orgId/jobs', key: 'j' },
  { name: 'lists', to: '/o/$orgId/lists', key: 'l' },
  { name: 'orders', to: '/o/$orgId/orders', key: 'o' },
  { name: 'catalog', to: '/o/$orgId/catalog', key: 'c' },
  { name: 'integrations', to: '/o/$orgId/integrations', key: 'i' },
  { name: 'attention', to: '/o/$orgId/attention', key: 'a' },
] as const

/** The parts that a person may see. */
export const sectionsFor = (can: (scope: string) => boolean) =>
  SECTIONS.filter(({ name }) => mayOpen(name, can))

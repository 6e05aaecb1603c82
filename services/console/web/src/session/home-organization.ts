import type { SessionOrganization } from './read-session.ts'

/**
 * The organization that the start page leads to; undefined for a person without any.
 * @param last the one whose pages this browser showed last; another person may have used it since
 */
export function homeOrganization(
  organizations: readonly SessionOrganization[],
  last: string | undefined,
): number | undefined {
  const known = organizations.find(({ id }) => String(id) === last)
  return (known ?? organizations[0])?.id
}

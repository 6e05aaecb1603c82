const headers: Record<string, string> = { 'x-takeoff-console': '1' }

/** Marks requests that the application's own scripts send; other sites cannot add it. */
export const OWN_REQUEST: Readonly<Record<string, string>> = headers

/**
 * Marks further requests with the person for whom the page is shown. Another one may sign in in another tab, and the
 * console refuses requests of this page then.
 */
export function setPerson(person: string): void {
  headers['x-takeoff-person'] = person
}

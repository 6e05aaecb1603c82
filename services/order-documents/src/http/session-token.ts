const COOKIE_NAME = 'takeoff_session'

/** The access token in a Cookie header; undefined when there is none. */
export function sessionToken(cookieHeader: string | undefined): string | undefined {
  for (const pair of cookieHeader?.split(';') ?? []) {
    const [name, value] = pair.split('=', 2)
    if (name?.trim() === COOKIE_NAME) return value?.trim().replace(/^"(.*)"$/, '$1') || undefined
  }
  return undefined
}

/** A cookie of the console opens the session of a person. */
const CONSOLE_COOKIE = /^(?:__Host-)?takeoff-/

/** A `Cookie` header without those of the console, which alone may have them; undefined when none is left. */
export function withoutConsoleCookies(header: string | undefined): string | undefined {
  const left = header?.split(/; */).filter((cookie) => !CONSOLE_COOKIE.test(cookie.trim()))
  return left === undefined || left.length === 0 ? undefined : left.join('; ')
}

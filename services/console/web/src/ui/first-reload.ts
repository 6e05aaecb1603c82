/** What was reloaded automatically, in this tab. */
const RELOADED = 'takeoff-reloaded'

/**
 * Whether a page has not been reloaded automatically yet in this version of the application: a reload that did not help is
 * not repeated, and the next update has one of its own. Earlier versions count too, because during an update two versions
 * may respond in turn.
 * @param version anything that differs between versions
 */
export function isFirstReload(version: string, pathname: string): boolean {
  const key = [RELOADED, version, pathname].join(' ')
  if (sessionStorage.getItem(key) !== null) return false
  sessionStorage.setItem(key, 'true')
  return true
}

import type { History, PublishedVersion, Registry } from '../registry/registry.ts'
import { UsageError } from '@takeoff/kit/service/command-line'

/** Retries after a concurrent change. */
const ATTEMPTS_MAX = 20
const ID_DIGITS_MIN = 4
const NOTHING: History = { current: '', versions: [] }

/** Prints the versions, newest first. Returns the exit code. */
export async function runList(registry: Registry, print: (line: string) => void): Promise<0> {
  const { history } = await registry.history()
  if (history === undefined) print('Nothing is published yet: npm run supergraph -- publish --all')
  for (const version of history?.versions ?? []) {
    const { id, publishedAt, changed, acceptedBreaking } = version
    const accepted = acceptedBreaking ? ' (accepted what breaks)' : ''
    const mark = id === history?.current ? '*' : ' '
    print(`${mark} ${id}  ${publishedAt}  ${changed.join(', ')}${accepted}`)
  }
  return 0
}

/** Makes an earlier version current again. Returns the exit code. */
export async function runRollback(
  registry: Registry,
  id: string | undefined,
  print: (line: string) => void,
): Promise<0 | 1> {
  if (id === undefined)
    throw new UsageError(
      'Name the version to go back to, as "npm run supergraph -- list" prints it.',
    )
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const read = await registry.history()
    const { history = NOTHING } = read
    const version = find(history.versions, id)
    // A version that is damaged, or not signed, must not become current.
    await registry.version(history, version.id)
    if (history.current === version.id) {
      print(`Version ${version.id} is current already.`)
      return 0
    }
    if (await registry.goBack(read, version.id)) {
      print(`Version ${version.id} of ${version.publishedAt} is current again.`)
      return 0
    }
  }
  print('Nothing was changed: others publish all the time. Try again.')
  return 1
}

/** @throws UsageError unless exactly one id begins like this */
function find(versions: readonly PublishedVersion[], id: string): PublishedVersion {
  if (id.length < ID_DIGITS_MIN)
    throw new UsageError(
      `"${id}" is too short: give at least ${ID_DIGITS_MIN} digits of a version that "npm run supergraph -- list" prints.`,
    )
  const [found, ...others] = versions.filter((version) => version.id.startsWith(id))
  if (found !== undefined && others.length === 0) return found
  const what = found === undefined ? 'No version begins' : 'More than one version begins'
  throw new UsageError(`${what} with ${id}. "npm run supergraph -- list" prints them.`)
}

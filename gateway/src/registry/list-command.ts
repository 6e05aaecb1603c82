import type { PublishedVersion, Registry } from './registry.ts'

/** Prints the versions, newest first. */
export async function runList(registry: Registry, print: (line: string) => void): Promise<0> {
  const { history } = await registry.history()
  if (history === undefined) {
    print('Nothing is published yet: npm run supergraph -- publish --all')
    return 0
  }
  for (const version of history.versions) print(describe(version, history.current))
  return 0
}

function describe(version: PublishedVersion, current: string): string {
  const { id, publishedAt, changed, acceptedBreaking } = version
  const accepted = acceptedBreaking ? ' (accepted what breaks)' : ''
  return `${id === current ? '*' : ' '} ${id}  ${publishedAt}  ${changed.join(', ')}${accepted}`
}

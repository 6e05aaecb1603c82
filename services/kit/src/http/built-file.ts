import path from 'node:path'

const YEAR_SECONDS = 31_536_000

/** How long a browser may keep a file that a build has written, as the value of `cache-control`. */
export function builtFileCaching(file: string): string {
  // The names of these contain a hash of their content.
  const isHashed = file.includes(`${path.sep}assets${path.sep}`)
  return isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'
}

import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { repositoryRoot } from '@takeoff/bundles/programs'

const NO_SOURCES = new Set(['node_modules', '.git', '.takeoff', 'coverage', 'dist'])
const NPM_OWN = ['node_modules/.bin', 'node_modules/.package-lock.json']

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>
}

/**
 * A copy of the repository as it is after `npm ci --omit=dev`: the sources, nothing that is built from them, and no
 * development packages.
 */
export async function createProductionCheckout(): ReturnType<typeof openTemporaryFolder> {
  // Not below the repository, where Node would find its packages.
  const checkout = await openTemporaryFolder('takeoff-checkout')
  await cp(repositoryRoot, checkout.path, {
    recursive: true,
    filter: (source) => !NO_SOURCES.has(path.basename(source)),
  })
  for (const place of [...NPM_OWN, ...productionPackages()]) {
    mkdirSync(path.join(checkout.path, path.dirname(place)), { recursive: true })
    linkPlace(path.join(repositoryRoot, place), path.join(checkout.path, place))
  }
  return checkout
}

/** Folders of the packages that are installed here, of which some are for other platforms only. */
function productionPackages(): string[] {
  const lockFile = path.join(repositoryRoot, 'package-lock.json')
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as LockFile
  return Object.entries(packages)
    .filter(([place, { dev = false }]) => place.includes('node_modules/') && !dev)
    .map(([place]) => place)
    .filter((place) => existsSync(path.join(repositoryRoot, place)))
}

/** Without the packages within a package, which have entries of their own in the lock file. */
function linkPlace(from: string, to: string): void {
  const stats = lstatSync(from)
  if (stats.isSymbolicLink()) symlinkSync(readlinkSync(from), to)
  else if (stats.isDirectory()) {
    mkdirSync(to, { recursive: true })
    for (const name of readdirSync(from)) {
      if (name !== 'node_modules') linkPlace(path.join(from, name), path.join(to, name))
    }
  } else linkFile(from, to)
}

function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    // The temporary folder is on another disk.
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
  }
}

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

interface LockedPackage {
  readonly version?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

interface Manifest {
  readonly allowScripts?: Readonly<Record<string, boolean>>
}

/**
 * npm writes only the optional packages that it could look up, and `npm ci` rejects a lock file without the others:
 * a fresh clone could not be installed.
 */
test('the lock file names the optional packages of every platform', async () => {
  const packages = await readLockedPackages()
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) =>
      foldersAbove(place).every(
        (folder) => packages[`${folder}node_modules/${name}`]?.version === undefined,
      ),
    ),
  )

  expect(missing).toEqual([])
})

/** Where a package finds its dependencies: in itself, in each package that it is in, and at the top. */
function foldersAbove(place: string): string[] {
  const parents = [...place.matchAll(/(?:^|\/)node_modules\//g)].map(({ index }) =>
    place.slice(0, index === 0 ? 0 : index + 1),
  )
  return [`${place}/`, ...parents]
}

/** The npm of Node 18.0 ignores overrides and therefore rejects the lock file. */
test('no dependency is overridden', async () => {
  expect(await readManifest()).not.toHaveProperty('overrides')
})

/** For an install script that is neither allowed nor refused, npm 11 warns and npm 12 skips the script. */
test('every install script of a dependency is allowed or refused', async () => {
  const withScript = Object.entries(await readLockedPackages())
    .filter(([place, { hasInstallScript }]) => place.includes('node_modules/') && hasInstallScript)
    .map(([place]) => place.replace(/^.*node_modules\//, ''))
  const { allowScripts = {} } = await readManifest()

  expect(Object.keys(allowScripts).toSorted()).toEqual(withScript.toSorted())
})

async function readLockedPackages(): Promise<Record<string, LockedPackage>> {
  const { packages } = (await readRootFile('package-lock.json')) as {
    packages: Record<string, LockedPackage>
  }
  return packages
}

async function readManifest(): Promise<Manifest> {
  return (await readRootFile('package.json')) as Manifest
}

async function readRootFile(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`../../${name}`, import.meta.url), 'utf8'))
}

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
 * npm writes only the optional packages it could ask for, and `npm ci` later refuses the lock file for
 * those it left out: on a fresh clone nothing would install.
 */
test('the lock file names the optional packages of every platform', async () => {
  const packages = await readLockedPackages()
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) =>
      [`${place}/node_modules/${name}`, `node_modules/${name}`].every(
        (candidate) => packages[candidate]?.version === undefined,
      ),
    ),
  )

  expect(missing).toEqual([])
})

/** The npm of Node 18.0 ignores overrides and refuses the lock file for it. */
test('no dependency is overridden', async () => {
  expect(await readManifest()).not.toHaveProperty('overrides')
})

/** npm 11 warns of a package with an install script that is neither allowed nor refused, npm 12 leaves the script out. */
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

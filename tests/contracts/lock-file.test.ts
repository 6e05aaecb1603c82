import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

interface LockedPackage {
  readonly version?: string
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/**
 * npm writes only the optional packages it could ask for, and `npm ci` later refuses the lock file for
 * those it left out: on a fresh clone nothing would install.
 */
test('the lock file names the optional packages of every platform', async () => {
  const file = new URL('../../package-lock.json', import.meta.url)
  const { packages } = JSON.parse(await readFile(file, 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) =>
      [`${place}/node_modules/${name}`, `node_modules/${name}`].every(
        (candidate) => packages[candidate]?.version === undefined,
      ),
    ),
  )

  expect(missing).toEqual([])
})

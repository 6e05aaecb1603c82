import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { UNBUNDLED } from './bundle-programs.ts'
import { repositoryRoot } from './programs.ts'

interface Locked {
  readonly dev?: boolean
}

test.each(UNBUNDLED)(
  '%s is found from a bundle as from its users, without development packages',
  (name) => {
    const lock = readFileSync(path.join(repositoryRoot, 'package-lock.json'), 'utf8')
    const { packages } = JSON.parse(lock) as { packages: Readonly<Record<string, Locked>> }
    const places = Object.entries(packages).filter(([place]) =>
      place.endsWith(`node_modules/${name}`),
    )
    expect(places.map(([place, { dev }]) => ({ place, dev }))).toEqual([
      { place: `node_modules/${name}`, dev: undefined },
    ])
  },
)

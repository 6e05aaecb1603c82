import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LAYERS } from './boundaries/rules.ts'

const root = path.resolve(import.meta.dirname, '../..')
const kit = path.join(root, 'services/kit')

test('the README lists the folders of the kit in the order of their layers', async () => {
  const readme = await readFile(path.join(kit, 'README.md'), 'utf8')
  const listed = [...readme.matchAll(/^\| `([a-z]+)`/gm)].map(([, folder]) => folder)
  expect(listed).toEqual([...(LAYERS['services/kit/src'] ?? '').split(/[\s<]+/), 'testing'])
})

test('the kit exports only modules that other packages import', async () => {
  const manifest = JSON.parse(await readFile(path.join(kit, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string>>
  }
  const exported = Object.keys(manifest.exports).filter((entry) => !entry.includes('*'))
  const files = glob('{gateway,services,tests}/**/*.ts', {
    cwd: root,
    exclude: (name) => /(^|\/)node_modules$|^services\/kit$/.test(name),
  })
  const imported = new Set<string>()
  for await (const file of files) {
    const source = await readFile(path.join(root, file), 'utf8')
    for (const [, module = ''] of source.matchAll(/from '@takeoff\/kit\/([^']+)'/g))
      if (!module.startsWith('testing/')) imported.add(`./${module}`)
  }
  expect(exported.toSorted()).toEqual([...imported].toSorted())
})

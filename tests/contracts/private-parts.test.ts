import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Files inside a package, by specifier: `package/folder/file.js` or `@scope/package/folder/file.js`. */
const FILE_OF_PACKAGE = /from '((?:@[^/']+\/)?[^@./'][^/']*\/[^']+\.js)'/g

/** Documented entry points that are files. */
const PUBLIC = new Set(['ajv/dist/2020.js'])

test('one file imports a private module of a library, as CONTRIBUTING lists', async () => {
  const files = glob('{gateway,services,tests}/**/*.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name.endsWith('/node_modules'),
  })
  const found: { readonly file: string; readonly module: string }[] = []
  for await (const file of files) {
    const source = await readFile(path.join(root, file), 'utf8')
    for (const [, module = ''] of source.matchAll(FILE_OF_PACKAGE)) found.push({ file, module })
  }
  expect(found.filter(({ module }) => !PUBLIC.has(module))).toEqual([
    {
      file: 'gateway/src/execution/compiled/response.ts',
      module: '@apollo/gateway/dist/resultShaping.js',
    },
  ])
})

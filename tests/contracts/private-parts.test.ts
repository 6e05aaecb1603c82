import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Files inside a package, by specifier: `package/folder/file.js` or `@scope/package/folder/file.js`. */
const FILE_OF_PACKAGE = /from '((?:@[^/']+\/)?[^@./'][^/']*\/[^']+\.js)'/g

/** Documented entry points that are files. */
const PUBLIC = new Set(['ajv/dist/2020.js'])

/** Casts to a type that has nothing in common with the former one: how code reaches what a library's types leave out. */
const CAST = /\bas unknown as\b/

/** The files that cast, and why. */
const CASTING: Readonly<Record<string, string>> = {
  'services/client/src/verify-webhook.ts': 'parsed JSON',
  'services/kit/src/http/http-server.ts': 'Fastify with another type of server',
  'services/kit/src/http/tls.ts': 'the HTTPS server of Fastify',
  'services/kit/src/postgres/kit-migrations.ts': 'rows of a statement',
  'services/kit/src/postgres/statement.ts': 'Kysely with the tables of the entities',
  'services/order-documents/src/rendering/pdf/pdf-file.ts': 'private parts of pdfkit',
  'services/order-documents/src/rendering/pdf/text-writer.ts':
    'parsed font, which the types of pdfkit omit',
  'services/order-documents/src/rendering/text/bidi.ts': 'default export of bidi-js',
  'services/production-lists/src/db/lists/list-columns.ts':
    'selections with names that are computed',
  'services/production-lists/src/domain/lists/shown-changes.ts': 'stored JSON',
  'services/production-lists/src/domain/prices/read-price-csv.ts':
    'records of the CSV parser with their text',
  'services/webhooks/src/db/migrations/0005-row-security.ts': 'rows of a statement',
}

test('the listed files cast to other types, and no others', async () => {
  const files = glob('{gateway,services/*}/src/**/*.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'testing' || name.endsWith('.test.ts'),
  })
  const casting: string[] = []
  for await (const file of files) {
    if (CAST.test(await readFile(path.join(root, file), 'utf8'))) casting.push(file)
  }
  expect(casting.toSorted()).toEqual(Object.keys(CASTING).toSorted())
})

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

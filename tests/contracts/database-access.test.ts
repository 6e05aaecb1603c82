import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Development and test tools, and the implementation itself. */
const EXEMPT = [
  /^services\/dev-env\//,
  /\/testing\//,
  // Names tables of the catalog, whichever they are.
  /^services\/kit\/src\/organization\/owner-session\.ts$/,
  /^services\/kit\/src\/postgres\/(database|host-role|migrate|sql|row-limited-connection)\.ts$/,
]

/** Code that gives a row or a column an unchecked type, by its replacement. */
const UNCHECKED = {
  'a statement of db/statements.ts': /\.query\s*(<[^(]*>)?\(\s*['"`\w]/,
  'column() of kit/postgres/statement': /\.\$castTo\b/,
  'column() of kit/postgres/statement in place of a typed fragment':
    /\braw<[^`]*>`(?!now\(\)`)[^`]*`\s*\.as\(/,
}

test('no row and no column of a service has an unchecked type', async () => {
  const found: string[] = []
  for await (const file of glob('services/*/src/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts') || EXEMPT.some((exempt) => exempt.test(file))) continue
    const source = await readFile(path.join(root, file), 'utf8')
    for (const [instead, pattern] of Object.entries(UNCHECKED)) {
      const match = pattern.exec(source)
      if (match !== null) found.push(`${file}: use ${instead}, not ${match[0]}`)
    }
  }
  expect(found).toEqual([])
})

import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { mistakes } from '../e2e/support/mistakes/mistakes.ts'
import { mistakesText } from './mistakes-text.ts'

/** Writes the mistakes of integrators into docs/errors.md; with `--check` reports an outdated one. */
const file = path.resolve(import.meta.dirname, '../../docs/errors.md')

const document = await readFile(file, 'utf8')
const START = '<!-- Generated from tests/e2e/support/mistakes by "npm run generate" -->\n'
const start = document.indexOf(START)
if (start === -1) throw new Error(`docs/errors.md has no line ${START}`)

const generated = document.slice(0, start) + START + mistakesText(mistakes)
if (generated !== document) {
  if (process.argv.includes('--check')) {
    process.stderr.write(
      'docs/errors.md does not fit tests/e2e/support/mistakes. Run "npm run generate" and commit it.\n',
    )
    process.exitCode = 1
  } else {
    await writeFile(file, generated)
    process.stdout.write('Wrote docs/errors.md.\n')
  }
}

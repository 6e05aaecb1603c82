import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { licenseInventory, type LockedPackage } from './license-inventory.ts'

/** Writes docs/licenses.md; with `--check` reports an outdated one. Fails for a license that is not accepted. */
const root = path.resolve(import.meta.dirname, '../..')
const file = path.join(root, 'docs/licenses.md')

const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const { markdown, violations } = licenseInventory(lock.packages)
for (const violation of violations) report(`${violation}, which tests/licenses does not accept.`)

if ((await readFile(file, 'utf8').catch(() => undefined)) !== markdown) {
  if (process.argv.includes('--check')) {
    report('docs/licenses.md does not fit package-lock.json. Run "npm run generate" and commit it.')
  } else {
    await writeFile(file, markdown)
    process.stdout.write('Wrote docs/licenses.md.\n')
  }
}

function report(text: string): void {
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}

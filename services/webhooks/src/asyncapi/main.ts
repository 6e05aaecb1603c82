import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OPENAPI_FILE, referenceFiles } from './reference-files.ts'

/** Writes the reference files for receivers; with `--check` only reports the outdated ones. */
const isCheck = process.argv.includes('--check')
const root = path.resolve(import.meta.dirname, '../../../..')

const openapi: object = JSON.parse(await readFile(path.join(root, OPENAPI_FILE), 'utf8'))

for (const [name, text] of referenceFiles(openapi)) {
  const file = path.join(root, name)
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) continue
  if (isCheck) {
    process.stderr.write(
      `${name} does not fit the contracts. Run "npm run generate" and commit it.\n`,
    )
    process.exitCode = 1
  } else {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
    process.stdout.write(`Wrote ${name}.\n`)
  }
}

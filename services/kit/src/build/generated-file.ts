import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const repositoryRoot = path.resolve(import.meta.dirname, '../../../..')

/**
 * Writes a generated file of the repository where it is outdated. With `--check` it is reported instead, and the process
 * ends with 1.
 * @param source what the file is generated from
 */
export async function writeOrCheck(name: string, text: string, source: string): Promise<void> {
  const file = path.join(repositoryRoot, name)
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return
  if (process.argv.includes('--check')) {
    process.stderr.write(`${name} does not fit ${source}. Run "npm run generate" and commit it.\n`)
    process.exitCode = 1
  } else {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
    process.stdout.write(`Wrote ${name}.\n`)
  }
}

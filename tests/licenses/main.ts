import { readFile } from 'node:fs/promises'
import { writeOrCheck } from '@takeoff/kit/build/generated-file'
import { licenseInventory, type LockedPackage } from './license-inventory.ts'

/** Writes docs/licenses.md; with `--check` reports an outdated one. Fails for a license that is not accepted. */
const lockFile = new URL('../../package-lock.json', import.meta.url)
const lock = JSON.parse(await readFile(lockFile, 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const { markdown, violations } = licenseInventory(lock.packages)
for (const violation of violations) {
  process.stderr.write(`${violation}, which tests/licenses does not accept.\n`)
  process.exitCode = 1
}
await writeOrCheck('docs/licenses.md', markdown, 'package-lock.json')

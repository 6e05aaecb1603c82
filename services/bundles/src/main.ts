import { bundlePrograms } from './bundle-programs.ts'
import { distFolder, programNames } from './programs.ts'

const names = process.argv.slice(2)
const unknown = names.filter((name) => !programNames.some((known) => known === name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no program ${unknown.join(', ')}; there are ${programNames.join(', ')}.\n`,
  )
  process.exit(2)
}
const isBuilt = await bundlePrograms(
  names.length === 0 ? undefined : programNames.filter((name) => names.includes(name)),
)
process.stdout.write(`${isBuilt ? 'Bundled' : 'Up to date'}: ${distFolder}\n`)

import { globSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { WRONG_USAGE } from '@takeoff/kit/service/command-line'
import { repositoryRoot } from '@takeoff/bundles/programs'

// `npm run erase -- services/SERVICE …`: a program that several services have, each for its own database.
// It gets the other arguments.

const [program = '', service = ''] = process.argv.splice(2, 2)
const services = globSync(`services/*/src/${program}.ts`, { cwd: repositoryRoot })
  .map((file) => path.dirname(path.dirname(file)))
  .sort()
const isHelp = service === '--help' || service === '-h'
const chosen = isHelp ? services[0] : services.find((known) => known === service)

if (isHelp) process.argv.push('--help')
if (chosen === undefined) {
  const says = service === '' ? 'Name a service' : `"${service}" is no service`
  console.error(`${says} that has ${program}: ${services.join(', ')}. --help shows what there is.`)
  process.exitCode = WRONG_USAGE
} else {
  await import(pathToFileURL(path.join(repositoryRoot, chosen, 'src', `${program}.ts`)).href)
}

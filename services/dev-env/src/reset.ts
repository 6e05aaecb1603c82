import { rm } from 'node:fs/promises'
import {
  EXIT_CODES,
  FAILURE,
  HELP_HINT,
  parseCommandLine,
  UsageError,
  WRONG_USAGE,
} from '@takeoff/kit/service/command-line'
import { readConfig } from './config.ts'
import { HomeInUseError, requireUnused } from './home-lock.ts'

const HELP = `Removes the data of the development stack.

Usage: npm run reset

${EXIT_CODES}`

try {
  const { values, positionals } = parseCommandLine(process.argv.slice(2), {})
  if (positionals.length > 0) throw new UsageError(`reset takes no argument. ${HELP_HINT}`)
  if (values.help === true) console.log(HELP)
  else await reset()
} catch (error) {
  if (!(error instanceof HomeInUseError || error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = error instanceof UsageError ? WRONG_USAGE : FAILURE
}

async function reset(): Promise<void> {
  const { home } = readConfig()
  await requireUnused(home)
  await rm(home, { recursive: true, force: true })
  console.log(`Removed ${home}. The next "npm start" begins with fresh data.`)
}

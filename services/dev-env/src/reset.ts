import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { CommandFailedError, runProgram } from '@takeoff/kit/service/command-line'
import { errorCode } from '@takeoff/kit/values/caught'
import { readConfig } from './config.ts'
import { requireUnused } from './home-lock.ts'

const HELP = `Removes the data of the development stack.

Usage: npm run reset
`

/** A folder with one of them is the stack's, also when its first start was killed, or the import's. */
const MARKS = ['secrets.json', 'lock.json', 'imports']
/** Everything that the stack writes into its folder, the import beside it, and the file browser of macOS. */
const OWN_ENTRIES = new Set([
  ...MARKS,
  '.DS_Store',
  'dev.json',
  'files',
  'issuer.json',
  'lock.json.removal',
  'logs',
  'postgres',
  'rabbitmq',
])

await runProgram({ help: HELP }, async () => {
  const { home } = readConfig()
  await requireOwn(home)
  await requireUnused(home)
  await rm(home, { recursive: true, force: true })
  console.log(`Removed ${home}. The next "npm start" begins with fresh data.`)
})

/** TAKEOFF_HOME may name a folder with something else in it. */
async function requireOwn(home: string): Promise<void> {
  const entries = await readdir(home).catch((error: unknown): string[] => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
  const other = entries.find((entry) => !OWN_ENTRIES.has(entry))
  if (other !== undefined)
    throw new CommandFailedError(
      `${path.join(home, other)} is not of the development stack, so nothing was removed. Move it elsewhere, or set TAKEOFF_HOME to the folder of the stack.`,
    )
  if (entries.length > 0 && !MARKS.some((mark) => entries.includes(mark)))
    throw new CommandFailedError(
      `${home} has no ${MARKS[0]}, so it is not the folder of a development stack, and nothing was removed. Set TAKEOFF_HOME to that folder.`,
    )
}

import { rm } from 'node:fs/promises'
import { runProgram } from '@takeoff/kit/service/command-line'
import { readConfig } from './config.ts'
import { requireUnused } from './home-lock.ts'

const HELP = `Removes the data of the development stack.

Usage: npm run reset
`

await runProgram({ help: HELP }, async () => {
  const { home } = readConfig()
  await requireUnused(home)
  await rm(home, { recursive: true, force: true })
  console.log(`Removed ${home}. The next "npm start" begins with fresh data.`)
})

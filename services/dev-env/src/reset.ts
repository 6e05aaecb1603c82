import { rm } from 'node:fs/promises'
import { readConfig } from './config.ts'
import { HomeInUseError, requireUnused } from './home-lock.ts'

const { home } = readConfig()
try {
  await requireUnused(home)
  await rm(home, { recursive: true, force: true })
  console.log(`Removed ${home}. The next "npm start" begins with fresh data.`)
} catch (error) {
  if (!(error instanceof HomeInUseError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

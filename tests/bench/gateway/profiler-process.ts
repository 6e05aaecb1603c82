import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'

/**
 * Loaded into a process with --import: at the first SIGUSR2 it begins to profile, at the second it writes
 * the file that its own address names. --cpu-prof would show the start above all.
 */
const file = new URL(import.meta.url).searchParams.get('file') ?? ''
const session = new Session()
session.connect()
session.post('Profiler.enable')

process.once('SIGUSR2', () => {
  session.post('Profiler.start')
  process.once('SIGUSR2', () => {
    session.post('Profiler.stop', (_error, { profile }) => {
      writeFileSync(file, JSON.stringify(profile))
    })
  })
})

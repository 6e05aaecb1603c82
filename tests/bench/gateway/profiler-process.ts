import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'

/**
 * Loaded into a process with --import: the first SIGUSR2 starts the profiler, the second writes the profile
 * to the file that the module's URL names. --cpu-prof would mostly show the start.
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

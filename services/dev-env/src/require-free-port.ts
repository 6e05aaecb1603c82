import { isPortFree } from '@takeoff/kit/http/free-ports'
import { waitFor } from './wait-for.ts'

/** Longest time in which a service whose supervisor was killed stops by itself. */
const RELEASE_LIMIT_MS = 16_000

/** Another process listens on the port. */
export class PortInUseError extends Error {
  constructor(port: number) {
    super(`Port ${port} is in use. Stop what listens there, or choose another: PORT=4100 npm start`)
    this.name = 'PortInUseError'
  }
}

/**
 * @param mayBecomeFree the last owner was killed and may still be stopping, so it is waited for
 * @throws PortInUseError
 */
export async function requireFreePort(port: number, mayBecomeFree: boolean): Promise<void> {
  const limitMs = mayBecomeFree ? RELEASE_LIMIT_MS : 0
  try {
    await waitFor(async () => ((await isPortFree(port)) ? true : undefined), {
      what: 'A free port',
      limitMs,
      intervalMs: 100,
    })
  } catch {
    throw new PortInUseError(port)
  }
}

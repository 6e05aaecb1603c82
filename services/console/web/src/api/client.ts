import { createClient } from '@takeoff/client'

/** Marks requests that the application's own scripts send; other sites cannot add it. */
export const OWN_REQUEST = { 'x-takeoff-console': '1' }

/** The session's way to the public endpoint; the backend of the console adds the token. */
export const client = createClient({
  url: '/session/graphql',
  headers: OWN_REQUEST,
  persisted: true,
  retries: { attempts: 4, totalMs: 30_000 },
  timeoutMs: 20_000,
})

/** A change is repeated for longer than a read: as long as a process takes to start again. It is applied once. */
export const CHANGE_RETRIES = { attempts: 12, totalMs: 45_000, delayMs: 400, delayMaxMs: 5_000 }

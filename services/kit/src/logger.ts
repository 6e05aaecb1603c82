import { pino } from 'pino'
import type { Logger } from 'pino'

export type { Logger }

/** JSON lines on standard output. Credentials that a careless caller logs are redacted. */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    redact: {
      paths: ['authorization', 'cookie', 'secret', '*.authorization', '*.cookie', '*.secret'],
      censor: '[redacted]',
    },
  })
}

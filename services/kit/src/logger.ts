import { pino } from 'pino'
import type { Logger } from 'pino'

export type { Logger }

/** What stands in every line. */
export type LogBindings = Readonly<Record<string, string | number>>

/** JSON lines on standard output. Credentials that a careless caller logs are redacted. */
export function createLogger(name: string, level: string, bindings: LogBindings = {}): Logger {
  const logger = pino({
    name,
    level,
    redact: {
      paths: ['authorization', 'cookie', 'secret', '*.authorization', '*.cookie', '*.secret'],
      censor: '[redacted]',
    },
  })
  return logger.child(bindings)
}

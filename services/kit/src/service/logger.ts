import { destination, pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { traceFields } from './tracing.ts'

/** A logger of pino. */
export type { Logger }

/** Lines are written together: each write wakes a thread, which took a tenth of the time of a small request. */
const WRITE_DELAY_MS = 20
const WRITE_LENGTH = 65_536

/** How names of fields and headers end that hold credentials. */
const CREDENTIAL = '(?:authorization|cookie|secrets?|token|password|api[-_]?key|sealed|signature)'
const CREDENTIAL_NAME = new RegExp(`${CREDENTIAL}$`, 'i')
/** Whether a line has such a field at any depth; a quote in a value is escaped, so only names of fields match. */
const CREDENTIAL_FIELD = new RegExp(`${CREDENTIAL}":`, 'i')

/**
 * JSON lines on standard output, a moment after they are logged, or when the process ends; only a killed process loses
 * its last ones. Credentials that a careless caller logs are redacted.
 */
export function createLogger(name: string, level: string): Logger {
  return pino(
    {
      name,
      level,
      mixin: () => traceFields(),
      hooks: { streamWrite: (line) => (CREDENTIAL_FIELD.test(line) ? redact(line) : line) },
    },
    writeTogether(),
  )
}

/** pino's own paths with wildcards end at a fixed depth, and three levels of them take 20 µs for each line. */
function redact(line: string): string {
  const censor = (name: string, value: unknown): unknown =>
    CREDENTIAL_NAME.test(name) ? '[redacted]' : value
  return `${JSON.stringify(JSON.parse(line), censor)}\n`
}

function writeTogether(): DestinationStream & { readonly flushSync: () => void } {
  const output = destination({ sync: false })
  let lines = ''
  let timer: NodeJS.Timeout | undefined
  // The timer keeps the process alive: the output ends with the process, and would accept no more.
  const writeOut = (): void => {
    clearTimeout(timer)
    timer = undefined
    output.write(lines)
    lines = ''
  }
  const flushSync = (): void => {
    if (lines !== '') writeOut()
    output.flushSync()
  }
  let isUsed = false
  return {
    write(line) {
      if (!isUsed) process.once('exit', flushSync)
      isUsed = true
      lines += line
      if (lines.length >= WRITE_LENGTH) writeOut()
      else timer ??= setTimeout(writeOut, WRITE_DELAY_MS)
    },
    // pino calls it for fatal errors.
    flushSync,
  }
}

import { hostname } from 'node:os'
import { destination, pino, symbols } from 'pino'
import type { DestinationStream, Level, Logger } from 'pino'

export type { Logger }

/** What stands in every line. */
export type LogBindings = Readonly<Record<string, string | number>>

/** Lines are written together: each write wakes a thread, which took a tenth of the time of a small request. */
const WRITE_DELAY_MS = 20
const WRITE_LENGTH = 65_536

/**
 * JSON lines on standard output, a moment after they are logged, or when the process ends; only one that is killed takes
 * its last ones along. Credentials that a careless caller logs are redacted.
 */
export function createLogger(name: string, level: string, bindings: LogBindings = {}): Logger {
  const logger = pino(
    {
      name,
      level,
      redact: {
        paths: ['authorization', 'cookie', 'secret', '*.authorization', '*.cookie', '*.secret'],
        censor: '[redacted]',
      },
    },
    writeTogether(),
  )
  return logger.child(bindings)
}

/** What is told of one event. */
export type PlainFields = LogBindings & { readonly msg: string }

/** Logs as the logger does, but fields only that hold nothing to redact. */
export type LogPlain = (level: Level, fields: PlainFields) => void

/** For lines that are as many as requests: pino joins each of some thirty pieces, JSON.stringify makes one text (ADR 31). */
export function plainLogger(logger: Logger): LogPlain {
  const { [symbols.streamSym]: output } = logger as Logger & {
    readonly [symbols.streamSym]: DestinationStream
  }
  const bindings = { pid: process.pid, hostname: hostname(), ...logger.bindings() }
  const known = JSON.stringify(bindings).slice('{'.length, -'}'.length)
  return (level, fields) => {
    if (!logger.isLevelEnabled(level)) return
    const begin = `{"level":${logger.levels.values[level]},"time":${Date.now()},${known},`
    output.write(`${begin}${JSON.stringify(fields).slice('{'.length)}\n`)
  }
}

function writeTogether(): DestinationStream & { readonly flushSync: () => void } {
  const output = destination({ sync: false })
  let lines = ''
  let timer: NodeJS.Timeout | undefined
  // The timer keeps the process: the output ends with it, and would take no more.
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
    // Of what is fatal.
    flushSync,
  }
}

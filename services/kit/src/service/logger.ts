import { pino, stdSerializers } from 'pino'
import type { Logger, SerializedError } from 'pino'
import { AppError } from '../values/errors.ts'
import { LogOutput } from './log-output.ts'
import { traceFields } from './tracing.ts'

/** A logger of pino. */
export type { Logger }

/** How names of fields and headers end that hold credentials. */
const CREDENTIAL = '(?:authorization|cookie|secrets?|token|password|api[-_]?key|sealed|signature)'
const CREDENTIAL_NAME = new RegExp(`${CREDENTIAL}$`, 'i')
/** Whether a line has such a field at any depth; a quote in a value is escaped, so only names of fields match. */
const CREDENTIAL_FIELD = new RegExp(`${CREDENTIAL}":`, 'i')

/**
 * JSON lines on standard output, a moment after they are logged, or when the process ends; only a killed process, or one
 * whose output cannot be written, loses its last ones. Credentials that a careless caller logs are redacted.
 */
export function createLogger(name: string, level: string): Logger {
  const output = new LogOutput(name, (lines) =>
    logger.warn({ lines }, 'the log could not be written: lines before this one are missing'),
  )
  const logger = pino(
    {
      name,
      level,
      mixin: () => traceFields(),
      serializers: { err: serializeError },
      hooks: { streamWrite: (line) => (CREDENTIAL_FIELD.test(line) ? redact(line) : line) },
    },
    output,
  )
  return logger
}

/** The log is read by operators, so it has no advice to clients of the API. */
function serializeError(error: unknown): unknown {
  const serialized = stdSerializers.err(error as Error)
  // What is no error is not copied.
  if (serialized === error) return serialized
  deleteRowValues(serialized)
  // The message and the stack contain those of the causes.
  for (const { message, problem } of appErrorsIn(error))
    Object.assign(serialized, {
      message: serialized.message.replace(message, () => problem),
      stack: serialized.stack.replace(message, () => problem),
    })
  return serialized
}

/** In these members of its errors PostgreSQL quotes rows and parameters, whatever its own log may hold. */
function deleteRowValues(serialized: SerializedError): void {
  delete serialized['detail']
  delete serialized['where']
  // What else an error holds is not a copy, and must not be changed.
  const isSerialized = (value: unknown): value is SerializedError =>
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.getPrototypeOf(serialized)
  for (const nested of Object.values(serialized).flat())
    if (isSerialized(nested)) deleteRowValues(nested)
}

/** An error and its causes, as far as they are of this platform. */
function appErrorsIn(error: unknown): readonly AppError[] {
  const errors = new Set<Error>()
  for (let one = error; one instanceof Error && !errors.has(one); one = one.cause) errors.add(one)
  return [...errors].filter((one) => one instanceof AppError)
}

/** pino's own paths with wildcards end at a fixed depth, and three levels of them take 20 µs for each line. */
function redact(line: string): string {
  const censor = (name: string, value: unknown): unknown =>
    CREDENTIAL_NAME.test(name) ? '[redacted]' : value
  return `${JSON.stringify(JSON.parse(line), censor)}\n`
}

const ERROR_LEVEL = 50

/** A log line in a readable form for the console; undefined when it is not an error. */
export function readableError(line: string): string | undefined {
  const entry = parse(line)
  // Other lines were written by Node itself, or belong to a stack trace: they are only in the log file.
  if (entry === undefined) return undefined
  if (typeof entry.level !== 'number' || entry.level < ERROR_LEVEL) return undefined
  const cause = entry.err?.message
  return cause === undefined || cause === entry.msg ? entry.msg : `${entry.msg}: ${cause}`
}

interface LogEntry {
  readonly level?: unknown
  readonly msg: string
  readonly err?: { readonly message?: string }
}

function parse(line: string): LogEntry | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as LogEntry
  } catch {
    return undefined
  }
}

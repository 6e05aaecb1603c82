/** A time as an input of the type datetime-local has it: in the time zone of the browser, to the minute. */
export function localTime(time: number): string {
  const date = new Date(time)
  const local = new Date(time - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** Years that the server takes. An address can name any text. */
const LOCAL_TIME = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

/** The time that such an input names, as the server takes it; undefined while it is empty or incomplete. */
export function timeOf(text: string): string | undefined {
  if (!LOCAL_TIME.test(text)) return undefined
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

interface Span {
  readonly since: string
  readonly until: string
}

/** Which end of a time span cannot be: it begins in the past, and ends after its beginning. */
export function replayViolations(
  { since, until }: Span,
  now: number,
): { readonly since?: true; readonly until?: true } {
  const from = timeOf(since)
  const to = timeOf(until)
  return {
    ...((from === undefined || new Date(from).getTime() >= now) && { since: true as const }),
    ...(to !== undefined && from !== undefined && to <= from && { until: true as const }),
  }
}

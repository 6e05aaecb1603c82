/** First moment of the month, in UTC. */
export function monthOf(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
}

/** @param count may be negative */
export function addMonths(month: Date, count: number): Date {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + count, 1))
}

/** Start of the kept rows, in whole months: never less than the retention, up to a month more. */
export interface Retention {
  readonly deliveriesSince: Date
  /** A month longer, so that every stored delivery can be sent again. */
  readonly eventsSince: Date
}

export function retentionOf(now: Date, days: number): Retention {
  const deliveriesSince = monthOf(new Date(now.getTime() - days * DAY_MS))
  return { deliveriesSince, eventsSince: addMonths(deliveriesSince, -1) }
}

const DAY_MS = 86_400_000

/** The statuses of an order without problems, in order. */
const STATUSES = ['Pending', 'Scheduled', 'En Route', 'Delivered'] as const
/** From this status on an order cannot be cancelled. */
const ON_THE_WAY = STATUSES.indexOf('En Route')

/** The status after `elapsedMs`, with `stepMs` for each status; 0: the status does not change by time. */
export function statusAfter(elapsedMs: number, stepMs: number): string {
  const steps = stepMs === 0 ? 0 : Math.floor(elapsedMs / stepMs)
  return STATUSES[Math.min(steps, STATUSES.length - 1)] ?? STATUSES[0]
}

/** The next status; the last one, and one outside of the usual order, are returned unchanged. */
export function statusBehind(status: string): string {
  const position = STATUSES.findIndex((s) => s === status)
  return position < 0 ? status : (STATUSES[position + 1] ?? status)
}

export function isOnTheWay(status: string): boolean {
  return STATUSES.findIndex((s) => s === status) >= ON_THE_WAY
}

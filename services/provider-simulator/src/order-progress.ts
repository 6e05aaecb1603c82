/** How an order gets on when nothing goes wrong. */
const STATUSES = ['Pending', 'Scheduled', 'En Route', 'Delivered'] as const
/** From here on nothing is cancelled any more. */
const ON_THE_WAY = STATUSES.indexOf('En Route')

/** The status after so many milliseconds, with `stepMs` for each; 0: none passes by itself. */
export function statusAfter(elapsedMs: number, stepMs: number): string {
  const steps = stepMs === 0 ? 0 : Math.floor(elapsedMs / stepMs)
  return STATUSES[Math.min(steps, STATUSES.length - 1)] ?? STATUSES[0]
}

/** The last one, and one that is not of the usual course, stay. */
export function statusBehind(status: string): string {
  const position = STATUSES.findIndex((s) => s === status)
  return position < 0 ? status : (STATUSES[position + 1] ?? status)
}

export function isOnTheWay(status: string): boolean {
  return STATUSES.findIndex((s) => s === status) >= ON_THE_WAY
}

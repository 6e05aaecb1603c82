export type Labels = Readonly<Record<string, string>>

/** What Prometheus has stored, and which alerts it fires then. */
export interface Situation {
  /** From the first value. */
  readonly at: string
  /** Series as the services export them, with a value each minute: `0+6x60` grows by 6 a minute for an hour. */
  readonly series: Labels
  /** The labels of each alert, without those of its rule, and as `value` that of its text. */
  readonly fires?: readonly Labels[]
}

/** What promtool has no short form for. */
export function repeated(value: string): string {
  return `${value} `.repeat(99)
}

/** A series of one process. */
export const webhooks = (metric: string, labels = '', instance = 'a'): string =>
  `webhooks_${metric}{service="webhooks",instance="${instance}"${labels}}`

/** A series of one process. */
export const documents = (metric: string, instance = 'a'): string =>
  `order_documents_${metric}{service="order-documents",instance="${instance}"}`

/** A series of one process. */
export const lists = (metric: string, instance = 'a'): string =>
  `${metric}{service="production-lists",instance="${instance}"}`

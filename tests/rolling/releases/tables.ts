import path from 'node:path'

/** The table of each service that the releases change; requests of the load read or write it. */
const tables: Readonly<Record<string, string>> = {
  'production-lists': 'production_list',
  'order-documents': '"order"',
  webhooks: 'webhook',
}

/** A column that the version before has, and that no version uses. */
export const UNUSED_COLUMN = 'rolling_unused'
/** A column that the new version adds. */
export const ADDED_COLUMN = 'rolling_added'

/** @throws Error for a service without a table of its own */
export function tableOf(service: string): string {
  const table = tables[service]
  if (table === undefined) throw new Error(`${service} has no table to change`)
  return table
}

/** The folder of the service whose program this process runs: its `main.ts` or `migrate.ts`. */
export function serviceFolder(): string {
  return path.resolve(process.argv[1] ?? '', '../..')
}

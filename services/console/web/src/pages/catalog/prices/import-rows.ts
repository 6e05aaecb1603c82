import { readFile } from '../../../api/unreadable-file.ts'

/** What may come of a row, in the order in which it is shown. */
export const CHANGES = ['added', 'changed', 'unchanged', 'refused'] as const
export type RowChange = (typeof CHANGES)[number]

/** As many bytes as a request may have, less what stands around the text. */
const REQUEST_BYTES_MAX = 990_000

/**
 * Reads a file of prices.
 * @returns undefined where it does not fit in one request; its quotes and line ends are longer there than in the file
 * @throws TakeoffError where the browser cannot read it
 */
export async function readPrices(file: File): Promise<string | undefined> {
  if (file.size > REQUEST_BYTES_MAX) return undefined
  const csv = decode(await readFile(file.arrayBuffer()))
  const request = new TextEncoder().encode(JSON.stringify(csv))
  return request.length <= REQUEST_BYTES_MAX ? csv : undefined
}

/** Excel saves a CSV file as Windows-1252 unless UTF-8 is chosen. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The rows of one kind, or all. */
export const rowsOf = <Row extends { readonly change: string }>(
  rows: readonly Row[],
  change: RowChange | 'all',
): readonly Row[] => (change === 'all' ? rows : rows.filter((row) => row.change === change))

/** Which kind is looked at first: what cannot be imported, then what changes. */
export const firstShown = (counts: Readonly<Record<RowChange, number>>): RowChange | 'all' =>
  (['refused', 'changed', 'added'] as const).find((change) => counts[change] > 0) ?? 'all'

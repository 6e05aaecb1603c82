/** What may come of a row, in the order in which it is shown. */
export const CHANGES = ['added', 'changed', 'unchanged', 'refused'] as const
export type RowChange = (typeof CHANGES)[number]

/** As many bytes as a request may have, less what stands around the text. */
const REQUEST_BYTES_MAX = 990_000

/** Whether a file fits in one request; its quotes and line ends are longer there than in the file. */
export const fitsRequest = (csv: string): boolean =>
  new TextEncoder().encode(JSON.stringify(csv)).length <= REQUEST_BYTES_MAX

/** The rows of one kind, or all. */
export const rowsOf = <Row extends { readonly change: string }>(
  rows: readonly Row[],
  change: RowChange | 'all',
): readonly Row[] => (change === 'all' ? rows : rows.filter((row) => row.change === change))

/** Which kind is looked at first: what cannot be imported, then what changes. */
export const firstShown = (counts: Readonly<Record<RowChange, number>>): RowChange | 'all' =>
  (['refused', 'changed', 'added'] as const).find((change) => counts[change] > 0) ?? 'all'

/**
 * Parts of a page whose rows have at most `limit` members together, so that a statement reads no more; a row with more
 * is a part alone.
 */
export function partsOf<Row>(
  rows: readonly Row[],
  countOf: (row: Row) => number,
  limit: number,
): Row[][] {
  const parts: Row[][] = []
  let room = 0
  for (const row of rows) {
    const count = countOf(row)
    if (count > room || parts.length === 0) {
      parts.push([])
      room = limit
    }
    parts.at(-1)?.push(row)
    room -= count
  }
  return parts
}

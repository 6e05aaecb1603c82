import type { Drill, Stage } from './restore-drill.ts'

/** What a verification has found, compared with what it had to. */
export function findingsOf({ expected, verified }: Stage) {
  const found = verified.flatMap(({ findings }) => findings)
  return {
    found,
    notFound: expected.filter((finding) => !found.includes(finding)),
    unexpected: found.filter((finding) => !expected.includes(finding)),
  }
}

/** Documents of orders that were acknowledged before the moment, and are not in the restored database. */
export function lostOrders({ placed, restoredDocuments }: Drill): string[] {
  return placed
    .filter(({ isBeforeMoment }) => isBeforeMoment)
    .map(({ documentId }) => documentId)
    .filter((id) => !restoredDocuments.has(id))
}

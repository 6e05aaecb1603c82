/** Every attempt stores under keys of its own, so that bytes under a key never change. */
export function storageKeysOf(attempt: {
  readonly orgId: number
  readonly documentId: string
  readonly number: number
}) {
  const path = `${attempt.orgId}/${attempt.documentId}/${attempt.number}`
  return { pdf: `${path}.pdf`, csv: `${path}.csv` }
}

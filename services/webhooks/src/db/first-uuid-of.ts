/** The least UUID version 7 of a time, so that "since" is a range of the primary key. */
export function firstUuidOf(at: Date): string {
  // The version has no room for the time before 1970.
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** The same in SQL, for a `timestamptz`. */
export const firstUuidSql = (at: string): string =>
  `(lpad(to_hex(floor(extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid`

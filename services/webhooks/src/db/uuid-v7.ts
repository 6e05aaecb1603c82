/** Creation time of a UUID version 7, in milliseconds since 1970. */
export function timeOfUuid(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** The least UUID version 7 of a time, so that "since" is a range of the primary key. */
export function firstUuidOf(at: Date): string {
  // The version cannot represent times before 1970.
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** SQL: `firstUuidOf` of a `timestamptz`. */
export const firstUuidSql = (at: string): string =>
  `(lpad(to_hex(floor(extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid`

/** SQL: a new UUID version 7 for a time; PostgreSQL has a function for it only since 18. */
export const uuidV7Sql = (at: string): string =>
  `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send(floor(extract(epoch from ${at}) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`

const FIRST_HALF = (at: string): string => `(select left(${uuidV7Sql(at)}::text, 18))`
/** Begins with the bits 1000, as the second half of any UUID may; the others are random. */
const RANDOM_HALF = `(select ('x8' || right(replace(gen_random_uuid()::text, '-', ''), 15))::bit(64)::bigint)`

/**
 * SQL: new UUIDs for many rows of one statement, `n` being the row number. They count up from a random value, as
 * RFC 9562 describes in 6.2: random bytes for each row take five times as long.
 */
export const uuidsV7Sql = (at: string, n: string): string =>
  `(${FIRST_HALF(at)} || to_hex(${RANDOM_HALF} + ${n}))::uuid`

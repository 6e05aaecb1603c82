/** SQL: `firstUuidOf` of a `timestamptz`. */
export const firstUuidSql = (at: string): string =>
  `(lpad(to_hex(floor(extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid`

/** SQL: a new UUID version 7 for a time; PostgreSQL has a function for it only since 18. */
export const uuidV7Sql = (at: string): string =>
  `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send(floor(extract(epoch from ${at}) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`

const FIRST_HALF = (at: string): string => `(select left(${uuidV7Sql(at)}::text, 18))`
/** Starts with the bits 1000, as the second half of any UUID may; the others are random. */
const RANDOM_HALF = `(select ('x8' || right(replace(gen_random_uuid()::text, '-', ''), 15))::bit(64)::bigint)`

/**
 * SQL: new UUIDs for many rows of one statement, `n` being the row number. They count up from a random value, as
 * RFC 9562 describes in 6.2: random bytes for each row take five times as long.
 */
export const uuidsV7Sql = (at: string, n: string): string =>
  `(${FIRST_HALF(at)} || to_hex(${RANDOM_HALF} + ${n}))::uuid`

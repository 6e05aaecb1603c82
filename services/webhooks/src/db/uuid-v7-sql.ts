/** SQL: a new UUID version 7 of a time; PostgreSQL has a function for it only since 18. */
export const uuidV7Sql = (at: string): string =>
  `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send(floor(extract(epoch from ${at}) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`

const FIRST_HALF = (at: string): string => `(select left(${uuidV7Sql(at)}::text, 18))`
/** Begins with the bits 1000, as the second half of any UUID may; the others are random. */
const RANDOM_HALF = `(select ('x8' || right(replace(gen_random_uuid()::text, '-', ''), 15))::bit(64)::bigint)`

/**
 * SQL: the same for many rows of one statement, `n` being a number of the row. They count up from a random one, as
 * RFC 9562 describes in 6.2: random bytes for each take five times as long.
 */
export const uuidsV7Sql = (at: string, n: string): string =>
  `(${FIRST_HALF(at)} || to_hex(${RANDOM_HALF} + ${n}))::uuid`

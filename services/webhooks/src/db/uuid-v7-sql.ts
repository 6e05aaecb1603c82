/** SQL: the 48 bits of milliseconds that a UUID version 7 begins with, as bytea. */
const timestampBytes = (at: string): string =>
  `substring(int8send(floor(extract(epoch from ${at}) * 1000)::bigint) from 3)`

/** SQL: a new UUID version 7 of a time; PostgreSQL has a function for it only since 18. */
export const uuidV7Sql = (at: string): string =>
  `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing ${timestampBytes(at)} from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`

/** SQL: the least UUID version 7 of a time, so that "since" is a range of the primary key. */
export const uuidV7FloorSql = (at: string): string =>
  `(encode(${timestampBytes(at)}, 'hex') || '70008000000000000000')::uuid`

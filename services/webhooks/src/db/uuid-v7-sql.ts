/** SQL: a new UUID version 7 of a time; PostgreSQL has a function for it only since 18. */
export const uuidV7Sql = (at: string): string =>
  `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send(floor(extract(epoch from ${at}) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`

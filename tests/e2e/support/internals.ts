/** Internals that no client may see: stacks, files, addresses, SQL, names of libraries and system errors. */
export const INTERNALS =
  /\bat \S+ \(|node_modules|\.[cm]?[jt]s\b|127\.0\.0\.1|localhost|\b(select|insert into|update|delete from)\b.+\b(from|values|set|where)\b|ECONN|ENOTFOUND|ETIMEDOUT|postgres|mikro|undici|fastify|TypeError|stacktrace/i

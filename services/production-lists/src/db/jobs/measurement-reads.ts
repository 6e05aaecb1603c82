import type { Sql } from '@takeoff/kit/postgres/database'

const VERSIONS_MAX = 100

/** A row of this is the parent of the JobMeasurement resolvers; the JSON itself is read apart. */
export interface MeasurementRow {
  readonly id: number
  readonly version: number
  readonly userId: number | null
  /** Milliseconds since 1970. */
  readonly createdAtMs: number
}

/** Which versions of a job's measurements. */
export interface MeasurementsKey {
  readonly jobId: number
  readonly version: number | 'newest' | 'all'
}

/** The versions of each key, newest first, of these organizations only: one statement for all keys. */
export async function findMeasurements(
  sql: Sql,
  keys: readonly MeasurementsKey[],
  orgIds: readonly number[],
): Promise<MeasurementRow[][]> {
  const rows = await sql.query<MeasurementRow & { readonly key: number }>(
    `select k.key::int, m.id, m.version, m.user_id as "userId",
       (extract(epoch from m.created_at) * 1000)::float8 as "createdAtMs"
     from unnest($1::int[], $2::int[], $3::int[]) with ordinality as k (job_id, version, count, key)
     cross join lateral (
       select id, version, user_id, created_at from job_measurement
       where job_id = k.job_id and org_id = any($4::int[])
         and (k.version is null or version = k.version)
       order by version desc limit k.count
     ) m
     order by k.key, m.version desc`,
    [
      keys.map(({ jobId }) => jobId),
      keys.map(({ version }) => (typeof version === 'number' ? version : null)),
      keys.map(({ version }) => (version === 'all' ? VERSIONS_MAX : 1)),
      orgIds,
    ],
  )
  const byKey = Map.groupBy(rows, ({ key }) => key)
  return keys.map((_, index) => byKey.get(index + 1) ?? [])
}

/** The JSON text of measurements by id; null for each when they are together more than `bytesMax`. */
export function findMeasurementsJson(
  sql: Sql,
  ids: readonly number[],
  { orgIds, bytesMax }: { readonly orgIds: readonly number[]; readonly bytesMax: number },
): Promise<{ readonly id: number; readonly json: string | null }[]> {
  return sql.query(
    `select id, case when sum(octet_length(measurements::text)) over () <= $3 then measurements::text end as json
     from job_measurement where id = any($1::int[]) and org_id = any($2::int[])`,
    [ids, orgIds, bytesMax],
  )
}

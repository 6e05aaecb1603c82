import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/database'
import { int4, jsonb, nullable, timestamptz, uuid } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import type { StoredSource } from './job.ts'
import { plainStatement, statement } from '../statements.ts'

const VERSIONS_MAX = 100

/** The parent of the JobMeasurement resolvers; another statement reads the measurements. */
export interface MeasurementRow {
  readonly id: number
  readonly version: number
  readonly userId: number | null
  readonly createdAt: Date
  /** Both null when it does not come from a file. */
  readonly fileId: string | null
  readonly source: StoredSource | null
}

/** Selects versions of a job's measurements. */
export interface MeasurementsKey {
  readonly jobId: number
  readonly version: number | 'newest' | 'all'
}

interface Versions {
  readonly jobIds: readonly number[]
  /** Null selects the newest version. */
  readonly versions: readonly (number | null)[]
  readonly counts: readonly number[]
  readonly orgIds: readonly number[]
}

const selectVersions = plainStatement(
  {
    key: int4,
    id: int4,
    version: int4,
    userId: nullable(int4),
    createdAt: timestamptz,
    fileId: nullable(uuid),
    source: nullable(jsonb<StoredSource>()),
  },
  ($: Params<Versions>) => raw`
    select k.key::int, m.id, m.version, m.user_id as "userId", m.created_at as "createdAt",
      m.measurement_file_id as "fileId", m.source
    from unnest(${$.jobIds}::int[], ${$.versions}::int[], ${$.counts}::int[])
      with ordinality as k (job_id, version, count, key)
    cross join lateral (
      select id, version, user_id, created_at, measurement_file_id, source from job_measurement
      where job_id = k.job_id and org_id = any(${$.orgIds}::int[])
        and (k.version is null or version = k.version)
      order by version desc limit k.count
    ) m
    order by k.key, m.version desc`,
)

/** The versions of each key, newest first, of these organizations only: one statement for all keys. */
export async function findMeasurements(
  sql: Sql,
  keys: readonly MeasurementsKey[],
  orgIds: readonly number[],
): Promise<MeasurementRow[][]> {
  const rows = await sql.rows(selectVersions, {
    jobIds: keys.map(({ jobId }) => jobId),
    versions: keys.map(({ version }) => (typeof version === 'number' ? version : null)),
    counts: keys.map(({ version }) => (version === 'all' ? VERSIONS_MAX : 1)),
    orgIds,
  })
  const byKey = Map.groupBy(rows, ({ key }) => key)
  return keys.map((_, index) => byKey.get(index + 1) ?? [])
}

interface Bounded {
  readonly ids: readonly number[]
  readonly orgIds: readonly number[]
  readonly bytesMax: number
}

const selectMeasurements = statement((db, $: Params<Bounded>) =>
  db
    .selectFrom('jobMeasurement')
    .where((eb) => eb('id', '=', eb.fn.any($.ids)))
    .where((eb) => eb('orgId', '=', eb.fn.any($.orgIds)))
    .select([
      'id',
      column(
        'measurements',
        nullable(jsonb<Measurements>()),
        raw`case when sum(octet_length(measurements::text)) over () <= ${$.bytesMax}
              then measurements end`,
      ),
    ]),
)

/** Measurements by id; all are null when together they exceed `bytesMax`. */
export function findMeasurementsJson(
  sql: Sql,
  ids: readonly number[],
  limits: Omit<Bounded, 'ids'>,
): Promise<{ readonly id: number; readonly measurements: Measurements | null }[]> {
  return sql.rows(selectMeasurements, { ids, ...limits })
}

import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { int4, jsonb, nullable, timestamptz, uuid, varchar } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import type { StoredSource } from './job.ts'
import type { FileSource } from '../measurement-files/measurement-file-reads.ts'
import { plainStatement, statement } from '../statements.ts'
import type { OwnIds } from '../statements.ts'

const VERSIONS_MAX = 100

/** The parent of the JobMeasurement resolvers; another statement reads the measurements. */
export interface MeasurementRow {
  readonly id: number
  readonly version: number
  readonly userId: number | null
  readonly createdAt: Date
  /** Null when it does not come from a file. */
  readonly source: FileSource | null
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
    source: nullable(jsonb<StoredSource>()),
    fileId: nullable(uuid),
    fileOrgId: nullable(int4),
    fileUserId: nullable(int4),
    filename: nullable(varchar),
    byteSize: nullable(int4),
    sha256: nullable(varchar),
    uploadedAt: nullable(timestamptz),
    importedAt: nullable(timestamptz),
  },
  ($: Params<Versions>) => raw`
    select k.key::int, m.id, m.version, m.user_id as "userId", m.created_at as "createdAt", m.source,
      f.id as "fileId", f.org_id as "fileOrgId", f.user_id as "fileUserId", f.filename,
      f.byte_size as "byteSize", f.sha256, f.created_at as "uploadedAt", f.imported_at as "importedAt"
    from unnest(${$.jobIds}::int[], ${$.versions}::int[], ${$.counts}::int[])
      with ordinality as k (job_id, version, count, key)
    cross join lateral (
      select id, version, user_id, created_at, measurement_file_id, source from job_measurement
      where job_id = k.job_id and org_id = any(${$.orgIds}::int[])
        and (k.version is null or version = k.version)
      order by version desc limit k.count
    ) m
    left join measurement_file f on f.id = m.measurement_file_id and f.org_id = any(${$.orgIds}::int[])
    order by k.key, m.version desc`,
)

type VersionRow = NonNullable<(typeof selectVersions)['row']>

function sourceOf(row: VersionRow): FileSource | null {
  const { source, fileId, fileOrgId, fileUserId, filename, byteSize, sha256, uploadedAt } = row
  if (source === null) return null
  const isErased =
    fileId === null ||
    fileOrgId === null ||
    fileUserId === null ||
    filename === null ||
    byteSize === null ||
    sha256 === null ||
    uploadedAt === null
  if (isErased) return { ...source, file: null }
  const { vendor, format } = source
  const file = { id: fileId, orgId: fileOrgId, userId: fileUserId, filename, vendor, format }
  const { importedAt } = row
  return { ...source, file: { ...file, byteSize, sha256, createdAt: uploadedAt, importedAt } }
}

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
  return keys.map((_, index) =>
    (byKey.get(index + 1) ?? []).map((row) => {
      const { id, version, userId, createdAt } = row
      return { id, version, userId, createdAt, source: sourceOf(row) }
    }),
  )
}

interface Bounded extends OwnIds {
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

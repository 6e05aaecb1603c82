import { execFile } from 'node:child_process'
import { chown, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { findUnprivilegedUser } from '@takeoff/dev-env/unprivileged-user'
import { waitFor } from '@takeoff/dev-env/wait-for'
import pg from 'pg'
import { copyData, writeOwned } from '../cluster/copy-data.ts'

const run = promisify(execFile)
const ARCHIVED_LIMIT_MS = 60_000

/** Where a PostgreSQL has its data, and what is backed up of it. */
export interface Archived {
  /** Of the server. */
  readonly data: string
  /** The WAL segments that the server has completed. */
  readonly wal: string
  /** The base backup. */
  readonly base: string
}

/** The places below the home of a stack. */
export function archivedIn(home: string): Archived {
  const backup = path.join(home, 'backup')
  return {
    data: path.join(home, 'postgres/data'),
    wal: path.join(backup, 'wal'),
    base: path.join(backup, 'base'),
  }
}

/** Makes the folder of the archive, and returns the settings of a server that archives its WAL there. */
export async function archivingSettings({ wal }: Archived): Promise<Record<string, string>> {
  await mkdir(wal, { recursive: true })
  // PostgreSQL does not run as root.
  const user = await findUnprivilegedUser()
  if (user !== undefined) await chown(wal, user.uid, user.gid)
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_command: `test ! -f "${wal}/%f" && cp "%p" "${wal}/%f"`,
  }
}

/** Runs statements in one session of the superuser. */
export async function withSession<T>(
  url: string,
  work: (query: (text: string) => Promise<Record<string, string>[]>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(async (text) => (await client.query<Record<string, string>>(text)).rows)
  } finally {
    await client.end()
  }
}

/** A base backup beside the working server, as `pg_basebackup` makes it. */
export async function backUp({ data, base }: Archived, url: string): Promise<void> {
  await withSession(url, (query) => copyData({ query }, data, base))
}

/** Resolves when everything that was committed is in the archive. */
export async function archiveAll(url: string): Promise<void> {
  await withSession(url, async (query) => {
    const [last] = await query('select pg_walfile_name(pg_switch_wal()) as segment')
    const segment = last?.['segment'] ?? ''
    const isArchived = async (): Promise<true | undefined> => {
      const [row] = await query('select last_archived_wal as archived from pg_stat_archiver')
      return (row?.['archived'] ?? '') >= segment || undefined
    }
    await waitFor(isArchived, { what: 'The last segment', limitMs: ARCHIVED_LIMIT_MS })
  })
}

/** Puts the base backup in the place of the data; the server replays the WAL up to the moment when it starts. */
export async function restoreTo(moment: string, { data, wal, base }: Archived): Promise<void> {
  await rm(data, { recursive: true })
  await run('cp', ['-a', base, data])
  await writeOwned(path.join(data, 'recovery.signal'), '')
  const settings = {
    restore_command: `cp "${wal}/%f" "%p"`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  await writeOwned(path.join(data, 'postgresql.auto.conf'), lines.join(''))
}

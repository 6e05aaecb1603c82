import { execFile } from 'node:child_process'
import { chown, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { findUnprivilegedUser } from '@takeoff/dev-env/unprivileged-user'

const run = promisify(execFile)

/**
 * Copies the data of a running PostgreSQL by its low-level functions for backups. A server that is started on the copy
 * replays the WAL since the start of the copy, and then what `standby.signal` or `recovery.signal` says.
 * @param session of the superuser, which lasts as long as the copy
 */
export async function copyData(
  session: { query(text: string): Promise<unknown[]> },
  from: string,
  to: string,
): Promise<void> {
  await session.query(`select pg_backup_start('copy', fast => true)`)
  await run('cp', ['-a', from, to])
  const [stopped] = await session.query(
    'select labelfile from pg_backup_stop(wait_for_archive => false)',
  )
  const { labelfile } = stopped as { readonly labelfile: string }
  await rm(path.join(to, 'postmaster.pid'))
  await writeOwned(path.join(to, 'backup_label'), labelfile)
}

/** Writes a file of the user that runs PostgreSQL. */
export async function writeOwned(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 })
  const user = await findUnprivilegedUser()
  if (user !== undefined) await chown(file, user.uid, user.gid)
}

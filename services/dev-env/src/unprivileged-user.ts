import { constants } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'

/** The user that PostgreSQL runs as in place of root, which it refuses. */
export interface UnprivilegedUser {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL does not run for the user of this process. */
export class UnusableUserError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnusableUserError'
  }
}

/**
 * Undefined when this process is not root and needs no other user. No account is created.
 * @param lookUp throws when the user of this process has no account, as in a container with `--user`
 * @param accounts the file of accounts: a program that asks for them, such as `id`, may be missing from the PATH
 * @throws UnusableUserError
 */
export async function findUnprivilegedUser(
  uid = process.getuid?.(),
  lookUp: () => unknown = userInfo,
  accounts = '/etc/passwd',
): Promise<UnprivilegedUser | undefined> {
  if (uid !== 0) {
    requireAccount(uid, lookUp)
    return undefined
  }
  const text = await readFile(accounts, 'utf8').catch(() => '')
  const user = idsOf('postgres', text) ?? idsOf('nobody', text)
  if (user !== undefined) return user
  throw new UnusableUserError(
    `PostgreSQL does not run as root, and ${accounts} has neither postgres nor nobody. Start as another user.`,
  )
}

function requireAccount(uid: number | undefined, lookUp: () => unknown): void {
  try {
    lookUp()
  } catch {
    throw new UnusableUserError(
      `PostgreSQL does not run as user ${uid}, which has no account (a line in /etc/passwd). Start as another user, or give it one.`,
    )
  }
}

/** The command line that runs a command as that user, able to reach its files below a folder. */
export async function asUnprivileged(
  user: UnprivilegedUser | undefined,
  folder: string,
  command: readonly [string, ...string[]],
): Promise<[string, string[]]> {
  const [program, ...args] = command
  if (user === undefined) return [program, args]

  const closed = await isClosedToOthers(folder)
  // A folder like /root is closed to others, so the process keeps the capability to pass through.
  const capabilities = closed
    ? ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search']
    : []
  const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
  return ['setpriv', [...ids, ...capabilities, program, ...args]]
}

/** @param accounts lines of `name:password:uid:gid:…` */
function idsOf(name: string, accounts: string): UnprivilegedUser | undefined {
  const [, , uid, gid] =
    accounts
      .split('\n')
      .map((line) => line.split(':'))
      .find(([of]) => of === name) ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

/** Whether the path to a file has a folder that other users may not pass. */
export async function isClosedToOthers(file: string): Promise<boolean> {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const { mode } = await stat(folder)
    if ((mode & constants.S_IXOTH) === 0) return true
    if (folder === path.dirname(folder)) return false
  }
}

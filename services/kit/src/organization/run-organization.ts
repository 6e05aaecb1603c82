import { FAILURE, HELP_HINT, runProgram, UsageError } from '../service/command-line.ts'
import type { CommandLine } from '../service/command-line.ts'
import { namedFile } from '../service/named-file.ts'
import { INTEGER_ID_MAX, parseIntegerId } from '../values/ids.ts'
import { say } from '../operator/operator-program.ts'
import { exportOrganization } from './export-organization.ts'
import { thaw } from './freeze.ts'
import { setIdRange } from './id-range.ts'
import { importOrganization } from './import-organization.ts'
import { readManifest } from './manifest.ts'
import type { OrganizationOptions } from './organization-options.ts'
import { openOwnerSession } from './owner-session.ts'
import type { OwnerSession } from './owner-session.ts'
import { verifyOrganization } from './verify-organization.ts'

const WAIT_SECONDS = 120
const WAIT_SECONDS_MAX = 86_400

const HELP = `Moves an organization from the database and the files of a service to those of another deployment, while others write.

Usage: npm run organization -- services/SERVICE COMMAND

  export ID --to FOLDER [--after FOLDER]…  make it read-only, wait until its work under way has ended, write it into a folder
  import --from FOLDER                     insert it as it was exported, or nothing; it stays read-only
  verify --from FOLDER                     compare it with the export: rows and files, here or where it came from
  thaw ID                                  end the read-only state: at its new place, or where the move is given up
  ids [--first N --last N]                 give ids of a range from now on, and print where each is

  --after FOLDER   the export of a service whose events must have arrived (webhooks)
  --empty          export an organization of which the service has nothing
  --incomplete     go on without events and files that are missing, and name them
  --wait SECONDS   how long export waits (default ${WAIT_SECONDS})
  --help           this text

More in docs/scale.md.
`

const OPTIONS = {
  to: { type: 'string' },
  from: { type: 'string' },
  after: { type: 'string', multiple: true },
  empty: { type: 'boolean' },
  incomplete: { type: 'boolean' },
  wait: { type: 'string' },
  first: { type: 'string' },
  last: { type: 'string' },
} as const

const COMMANDS = ['export', 'import', 'verify', 'thaw', 'ids'] as const

type Command = ReturnType<typeof readCommand>

/**
 * The program that moves an organization from one database of a service to another. It prints what it does;
 * its exit code is 1 when it could not be done, or something differs, 2 if it could not start, and 130 if it was stopped.
 */
export async function runOrganization(
  readOptions: () => OrganizationOptions | Promise<OrganizationOptions>,
): Promise<void> {
  const program = { help: HELP, options: OPTIONS, takesArguments: true }
  await runProgram(program, async (commandLine) => {
    const command = readCommand(commandLine)
    const options = await readOptions()
    await using session = await openOwnerSession(options)
    await run(command, session, options)
  })
}

/** @throws UsageError */
function readCommand({ positionals, values }: CommandLine<typeof OPTIONS>) {
  const [word = '', id, ...rest] = positionals
  const command = COMMANDS.find((known) => known === word)
  if (command === undefined || rest.length > 0)
    throw new UsageError(`Name one of ${COMMANDS.join(', ')}. ${HELP_HINT}`)
  const orgId = parseIntegerId(id ?? '')
  if ((command === 'export' || command === 'thaw') !== (orgId !== undefined))
    throw new UsageError(
      `${command} ${orgId === undefined ? 'needs the id of' : 'takes no'} organization. ${HELP_HINT}`,
    )
  const { wait = String(WAIT_SECONDS) } = values
  if (!/^\d+$/.test(wait) || Number(wait) > WAIT_SECONDS_MAX)
    throw new UsageError(`--wait ${wait} is not a number of seconds. ${HELP_HINT}`)
  return { command, orgId, ...values, waitSeconds: Number(wait), range: rangeOf(values) }
}

function rangeOf({
  first,
  last,
}: {
  readonly first?: string | undefined
  readonly last?: string | undefined
}) {
  if (first === undefined && last === undefined) return undefined
  const range = { first: parseIntegerId(first ?? '') ?? 0, last: parseIntegerId(last ?? '') ?? 0 }
  if (range.first < 1 || range.last < range.first || range.last > INTEGER_ID_MAX)
    throw new UsageError(
      `--first and --last are a range between 1 and ${INTEGER_ID_MAX}. ${HELP_HINT}`,
    )
  return range
}

async function run(
  { command, orgId = 0, after = [], waitSeconds, range, ...values }: Command,
  session: OwnerSession,
  options: OrganizationOptions,
): Promise<void> {
  switch (command) {
    case 'export': {
      const folder = required(values.to, '--to FOLDER', command)
      const { empty: mayBeEmpty = false, incomplete: mayBeIncomplete = false } = values
      const given = { orgId, folder, after: after.map(namedFile), mayBeEmpty, mayBeIncomplete }
      return exportOrganization(session, { ...given, waitSeconds }, options)
    }
    case 'thaw': {
      const wasFrozen = await thaw(session, orgId, options.whenThawed)
      return say(
        `Organization ${orgId} ${wasFrozen ? 'can be changed here again' : 'was not read-only'}.`,
      )
    }
    case 'ids':
      return setIdRange(session, range)
    default: {
      const folder = required(values.from, '--from FOLDER', command)
      const moved = { folder, manifest: await readManifest(folder, options.service) }
      if (command === 'import') return importOrganization(session, moved, options)
      const differences = await verifyOrganization(session, moved, options)
      say(differences === 0 ? 'It is as exported.' : `${differences} differences.`)
      if (differences > 0) process.exitCode = FAILURE
      return undefined
    }
  }
}

/** @throws UsageError without a folder */
function required(value: string | undefined, option: string, command: string): string {
  if (value === undefined) throw new UsageError(`${command} needs ${option}. ${HELP_HINT}`)
  return namedFile(value)
}

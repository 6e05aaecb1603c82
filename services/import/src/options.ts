import {
  EXIT_CODES,
  HELP_HINT,
  parseCommandLine,
  UsageError,
} from '@takeoff/kit/service/command-line'
import { readUrlOption } from '@takeoff/kit/service/platform-target'
import { parseIntegerId } from '@takeoff/kit/values/ids'

export const HELP = `Imports jobs with their measurements from files.

Usage: npm run import -- [options] FILE…

Files
  .json            an array of records, or an object with such an array as "jobs"
  .ndjson, .jsonl  a record a line
  .csv             columns externalIdentifier, name, dotted measurements such as
                   roof.ridges.length, and other for the rest as JSON

  .xml, .json      a report of EagleView, HOVER or GAF, of one house (docs/measurement-files.md)

A record is { "externalIdentifier": "A-1", "name": "Maple Street 214", "measurements": { … } }.

Options
  --dry-run        check the files and send nothing
  --job KEY        externalIdentifier of the job of a report; else the name of its file
  --org ID         the organization to import into
  --url URL        GraphQL address of the platform; else TAKEOFF_URL
  --token TOKEN    bearer token with the scope lists:write; else TAKEOFF_TOKEN
  --help           this text

What is not given is taken from the development stack of npm start, as long as it runs.

Good records are imported, bad ones are reported by file, line, record and key. An import that was
stopped goes on where it was when it is started again. More in docs/import.md.

${EXIT_CODES}
`

export interface Options {
  readonly help: boolean
  readonly isDryRun: boolean
  readonly files: readonly string[]
  /** Of the job of a measurement file. */
  readonly jobKey: string | undefined
  readonly orgId: number | undefined
  readonly url: string | undefined
  readonly token: string | undefined
}

/** @throws UsageError for options that are unknown or make no sense */
export function parseOptions(args: readonly string[]): Options {
  const { values, positionals: files } = parseCommandLine(args, {
    'dry-run': { type: 'boolean' },
    job: { type: 'string' },
    org: { type: 'string' },
    url: { type: 'string' },
    token: { type: 'string' },
  })
  const { help = false, 'dry-run': isDryRun = false, job: jobKey, org, url, token } = values
  if (!help && files.length === 0) throw new UsageError(`Name a file to import. ${HELP_HINT}`)
  if (jobKey !== undefined && files.length > 1)
    throw new UsageError('--job is the job of one measurement file. Name one file.')
  return {
    help,
    isDryRun,
    files,
    jobKey,
    orgId: parseOrgId(org),
    url: readUrlOption('url', url),
    token,
  }
}

function parseOrgId(org: string | undefined): number | undefined {
  if (org === undefined) return undefined
  const id = parseIntegerId(org)
  if (id !== undefined) return id
  throw new UsageError(`--org must be the id of an organization, such as 1; it is "${org}".`)
}

import { parseArgs } from 'node:util'
import { UnusableError } from './unusable-error.ts'

export const HELP = `Imports jobs with their measurements from files.

  npm run import -- [options] FILE…

Files
  .json            an array of records, or an object with such an array as "jobs"
  .ndjson, .jsonl  a record a line
  .csv             columns externalIdentifier, name, dotted measurements such as
                   roof.ridges.length, and other for the rest as JSON

A record is { "externalIdentifier": "A-1", "name": "Maple Street 214", "measurements": { … } }.

Options
  --org ID         the organization to import into
  --url URL        GraphQL address of the platform; else TAKEOFF_URL
  --token TOKEN    bearer token with the scope lists:write; else TAKEOFF_TOKEN
  --help           this text

What is not given is taken from the development stack of npm start, as long as it runs.

Good records are imported, bad ones are reported by file, record and key. An import that was stopped
goes on where it was when it is started again. Exit code: 0 all imported, 1 some refused, 2 nothing
more could be done, 130 stopped. More in docs/import.md.
`

export interface Options {
  readonly help: boolean
  readonly files: readonly string[]
  readonly orgId: number | undefined
  readonly url: string | undefined
  readonly token: string | undefined
}

/** @throws UnusableError for options that are unknown or make no sense */
export function parseOptions(args: readonly string[]): Options {
  const { values, positionals: files } = parse(args)
  const { help = false, org, url, token } = values
  if (!help && files.length === 0) throw new UnusableError(`Name a file to import.\n\n${HELP}`)
  if (url !== undefined && !/^https?:\/\//.test(url)) {
    throw new UnusableError('--url must begin with http:// or https://.')
  }
  return { help, files, orgId: parseOrgId(org), url, token }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        org: { type: 'string' },
        url: { type: 'string' },
        token: { type: 'string' },
      },
    })
  } catch (error) {
    // Node's second sentence explains file names that begin with a dash, which does not help here.
    const [sentence = ''] = (error as Error).message.split('. ')
    throw new UnusableError(`${sentence}.\n\n${HELP}`, { cause: error })
  }
}

function parseOrgId(org: string | undefined): number | undefined {
  if (org === undefined) return undefined
  const id = Number(org)
  if (/^[1-9]\d*$/.test(org) && id < 2 ** 31) return id
  throw new UnusableError(`--org must be the id of an organization, such as 1; it is "${org}".`)
}

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../values/caught.ts'
import { UsageError } from './command-line.ts'
import { optionalText, optionalUrl, variable } from './config.ts'
import type { ConfigOf, Variable } from './config.ts'

/** Where a command sends its requests. */
export interface Target {
  readonly url: string
  readonly token: string
  readonly orgId: number
}

/** The options of a command that name its target. */
export type TargetOptions = { readonly [Name in keyof Target]: Target[Name] | undefined }

/** The part of the development stack's `dev.json` that commands use. */
export interface DevDetails {
  readonly graphqlUrl: string
  readonly orgId: number
  readonly otherOrgId: number
  readonly tokens: { readonly admin: string; readonly otherOrg: string }
  /** For the commands of operators. */
  readonly operator: {
    readonly webhooksUrl: string
    readonly operatorSecret: string
    readonly productionListsUrl: string
    readonly orderDocumentsUrl: string
  }
}

const repositoryRoot = path.resolve(import.meta.dirname, '../../../..')
const HOME = '.takeoff'

/** The folder of the development stack, as an absolute path. */
export function homeVariable(about: string): Variable<string> {
  const inRepository = (folder: string): string => path.resolve(repositoryRoot, folder)
  const options = { about, default: inRepository(HOME) }
  return { ...variable('TAKEOFF_HOME', options, inRepository), shownDefault: HOME }
}

/** Variables of every command that calls the platform, with what each is for. */
export function targetVariables(about: Readonly<Record<'url' | 'token' | 'home', string>>) {
  return {
    url: optionalUrl('TAKEOFF_URL', { about: about.url }),
    token: optionalText('TAKEOFF_TOKEN', { secret: true, about: about.token }),
    home: homeVariable(about.home),
  }
}

/** Returns the value of an option that is an address. @throws UsageError unless it begins with http:// or https:// */
export function readUrlOption(option: string, value: string | undefined): string | undefined {
  if (value === undefined || (/^https?:\/\//.test(value) && URL.canParse(value))) return value
  throw new UsageError(
    `--${option} must be an address that begins with http:// or https://; it is "${value}".`,
  )
}

/**
 * Options come first, then the environment, then the development stack.
 * @throws UsageError naming the value that none of them has; or for a token that no header can hold, which it does not show
 */
export async function findTarget(
  options: TargetOptions,
  config: ConfigOf<ReturnType<typeof targetVariables>>,
): Promise<Target> {
  const url = options.url ?? config.url
  const token = (options.token ?? config.token)?.trim()
  if (token !== undefined && !/^[\x21-\x7E]+$/.test(token))
    throw new UsageError('The token of --token or TAKEOFF_TOKEN must be one line without spaces.')
  const isComplete = url !== undefined && token !== undefined && options.orgId !== undefined
  const details = isComplete ? undefined : await readDevDetails(config.home)
  // The stack's tokens and organizations are valid at its own address only.
  const own = url === undefined || url === details?.graphqlUrl ? details : undefined
  const missing = (option: string) => refuse(option, details)
  return {
    url: url ?? own?.graphqlUrl ?? missing('--url URL or TAKEOFF_URL'),
    token: token ?? tokenOf(own, options.orgId) ?? missing('--token TOKEN or TAKEOFF_TOKEN'),
    orgId: options.orgId ?? own?.orgId ?? missing('--org ID'),
  }
}

function tokenOf(own: DevDetails | undefined, orgId: number | undefined): string | undefined {
  return orgId !== undefined && orgId === own?.otherOrgId ? own.tokens.otherOrg : own?.tokens.admin
}

function refuse(option: string, details: DevDetails | undefined): never {
  const why =
    details === undefined
      ? 'no development stack runs. "npm start" starts one, --help shows all options.'
      : `that of the development stack is for ${details.graphqlUrl} only.`
  throw new UsageError(`Give ${option}: ${why}`)
}

/** Undefined when no development stack runs. */
export async function readDevDetails(home: string): Promise<DevDetails | undefined> {
  try {
    return JSON.parse(await readFile(path.join(home, 'dev.json'), 'utf8')) as DevDetails
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

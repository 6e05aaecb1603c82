import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from './config.ts'
import type { Options } from './options.ts'
import { UsageError } from '@takeoff/kit/service/command-line'
import { errorCode } from '@takeoff/kit/values/caught'

/** The endpoint, token and organization of an import. */
export interface Target {
  readonly url: string
  readonly token: string
  readonly orgId: number
}

/** The used part of the development stack's `dev.json`. */
interface DevDetails {
  readonly graphqlUrl: string
  readonly orgId: number
  readonly tokens: { readonly admin: string }
}

/**
 * Options come first, then the environment, then the development stack.
 * @throws UsageError naming the value that none of them has
 */
export async function findTarget(options: Options, config: Config): Promise<Target> {
  const url = options.url ?? config.url
  const token = options.token ?? config.token
  const details =
    url === undefined || token === undefined || options.orgId === undefined
      ? await readDevDetails(config.home)
      : undefined
  // The stack's token and organization are valid for its own address only.
  const own = url === undefined || url === details?.graphqlUrl ? details : undefined
  if (token !== undefined && !/^[\x21-\x7E]+$/.test(token.trim())) {
    throw new UsageError('The token of --token or TAKEOFF_TOKEN must be one line without spaces.')
  }
  const missing = (option: string) => refuse(option, details)
  return {
    url: url ?? own?.graphqlUrl ?? missing('--url URL or TAKEOFF_URL'),
    token: token?.trim() ?? own?.tokens.admin ?? missing('--token TOKEN or TAKEOFF_TOKEN'),
    orgId: options.orgId ?? own?.orgId ?? missing('--org ID'),
  }
}

function refuse(option: string, details: DevDetails | undefined): never {
  const why =
    details === undefined
      ? 'no development stack runs. "npm start" starts one, --help shows all options.'
      : `that of the development stack is for ${details.graphqlUrl} only.`
  throw new UsageError(`Give ${option}: ${why}`)
}

async function readDevDetails(home: string): Promise<DevDetails | undefined> {
  try {
    return JSON.parse(await readFile(path.join(home, 'dev.json'), 'utf8')) as DevDetails
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

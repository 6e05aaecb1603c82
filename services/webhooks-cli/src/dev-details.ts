import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '@takeoff/kit/values/caught'

/** The part of the development stack's `dev.json` that the commands use. */
export interface DevDetails {
  readonly graphqlUrl: string
  readonly orgId: number
  readonly otherOrgId: number
  readonly tokens: { readonly admin: string; readonly otherOrg: string }
  readonly operator: OperatorAddresses
}

export interface OperatorAddresses {
  readonly webhooksUrl: string
  readonly operatorSecret: string
  readonly productionListsUrl?: string | undefined
  readonly orderDocumentsUrl?: string | undefined
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

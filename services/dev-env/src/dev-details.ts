import path from 'node:path'
import type { DevelopmentJob } from '@takeoff/production-lists/development-data'
import type { DevDetails as DetailsForCommands } from '@takeoff/kit/service/platform-target'
import { invariant } from '@takeoff/kit/values/invariant'
import { ORG_ID, OTHER_ORG_ID, USER_ID } from './development-tokens.ts'
import type { DevelopmentTokens } from './development-tokens.ts'
import { writeJson } from './json-file.ts'

export type Transport = 'amqp' | 'http'

/** Everything that a script needs to use the stack: the content of `dev.json`. */
export interface DevDetails extends DetailsForCommands {
  readonly userId: number
  readonly jobId: number
  readonly jobIdWithoutList: number
  readonly productionListId: number
  readonly otherOrgProductionListId: number
  readonly vendorId: number
  readonly transport: Transport
  /** EVENTS_URL of the services. */
  readonly eventsUrl: string
  readonly tokens: DevelopmentTokens
  /** The OpenID provider, for people who sign in and for client credentials. */
  readonly issuer: IssuerAddress
  readonly providerSimulator: ProviderSimulator
}

export interface IssuerAddress {
  readonly url: string
}

export interface ProviderSimulator {
  /** Base address; its control API is below `/control`. */
  readonly url: string
  /** Input of a vendor's connection, and the token of the control API. */
  readonly accessToken: string
}

export interface DevDetailsSource {
  readonly graphqlUrl: string
  readonly providerSimulator: ProviderSimulator
  readonly transport: Transport
  readonly eventsUrl: string
  readonly operator: DevDetails['operator']
  readonly tokens: DevelopmentTokens
  readonly issuer: IssuerAddress
  readonly jobs: readonly DevelopmentJob[]
  /** Job id → list id. */
  readonly lists: ReadonlyMap<number, number>
}

/** First vendor of the first organization in the development data of order-documents. */
const VENDOR_ID = 1

export function devDetailsOf({ jobs, lists, ...rest }: DevDetailsSource): DevDetails {
  const withList = (orgId: number): { jobId: number; listId: number } => {
    const job = jobs.find((job) => job.orgId === orgId && lists.has(job.id))
    const listId = job === undefined ? undefined : lists.get(job.id)
    if (job === undefined || listId === undefined) {
      throw new Error(`The development data has no list of organization ${orgId}`)
    }
    return { jobId: job.id, listId }
  }
  const withoutList = jobs.find((job) => job.orgId === ORG_ID && !lists.has(job.id))
  invariant(withoutList !== undefined, 'The development data has no job without a list')
  const own = withList(ORG_ID)
  return {
    ...rest,
    orgId: ORG_ID,
    otherOrgId: OTHER_ORG_ID,
    userId: USER_ID,
    jobId: own.jobId,
    jobIdWithoutList: withoutList.id,
    productionListId: own.listId,
    otherOrgProductionListId: withList(OTHER_ORG_ID).listId,
    vendorId: VENDOR_ID,
  }
}

export function devDetailsFile(home: string): string {
  return path.join(home, 'dev.json')
}

export async function writeDevDetails(home: string, details: DevDetails): Promise<void> {
  await writeJson(devDetailsFile(home), details)
}

import { DEFAULT_ROLES, SCOPES } from '@takeoff/kit/values/scopes'
import type { Issuer } from './issuer/issuer.ts'

export const scopes: readonly string[] = SCOPES

export const ORG_ID = 1
export const OTHER_ORG_ID = 2
export const USER_ID = 1
const OTHER_USER_ID = 2

export interface DevelopmentTokens {
  /** All scopes. */
  readonly admin: string
  /** The usual scopes of an integration, for which lists are read-only. */
  readonly integration: string
  readonly reader: string
  /** All scopes of the other organization. */
  readonly otherOrg: string
}

export async function mintDevelopmentTokens(issuer: Issuer): Promise<DevelopmentTokens> {
  const own = { userId: USER_ID, orgIds: [ORG_ID] }
  const other = { userId: OTHER_USER_ID, orgIds: [OTHER_ORG_ID] }
  return {
    admin: await issuer.mintToken({ ...own, scopes }),
    integration: await issuer.mintToken({ ...own, scopes: DEFAULT_ROLES['integration'] ?? [] }),
    reader: await issuer.mintToken({ ...own, scopes: ['lists:read', 'orders:read'] }),
    otherOrg: await issuer.mintToken({ ...other, scopes }),
  }
}

import { ALL_SCOPES } from '../../../support/organization.ts'
import { call } from './mistake.ts'
import type { Mistake, MistakenRequest, Stage } from './mistake.ts'

const read = ({ scene }: Stage): MistakenRequest =>
  call('projectManagementProductionListById', { id: scene.list.id })

const forAudience =
  (audience: string) =>
  async (stage: Stage): Promise<MistakenRequest> => {
    const { userId, orgId } = stage.scene.organization
    const token = stage.devEnv.mintToken({ userId, orgIds: [orgId], scopes: ALL_SCOPES, audience })
    return { ...read(stage), token: await token }
  }

/** Mistakes with tokens, scopes and organizations. */
export const authentication: readonly Mistake[] = [
  {
    what: 'No token',
    request: (stage) => ({ ...read(stage), token: null }),
    status: 401,
    code: 'UNAUTHENTICATED',
    message: 'Send an access token as "Authorization: Bearer <ACCESS_TOKEN>".',
  },
  {
    what: 'The token without the word `Bearer`',
    request: (stage) => ({
      ...read(stage),
      token: null,
      headers: { authorization: stage.scene.token },
    }),
    status: 401,
    code: 'UNAUTHENTICATED',
    message: 'The Authorization header must read "Bearer <ACCESS_TOKEN>".',
  },
  {
    what: 'A variable of the program that is not set: `Bearer undefined`',
    request: (stage) => ({ ...read(stage), token: 'undefined' }),
    status: 401,
    code: 'UNAUTHENTICATED',
    message:
      'The access token is not valid for this API: its signature, issuer or audience does not match. Get an access token for this API from its issuer; an ID token is not accepted.',
  },
  {
    what: 'An expired token',
    request: async (stage) => ({
      ...read(stage),
      token: await stage.scene.organization.tokenWith(ALL_SCOPES, -60),
    }),
    status: 401,
    code: 'UNAUTHENTICATED',
    message: 'The access token has expired. Get a new one from your issuer.',
  },
  {
    what: 'An ID token in place of an access token',
    request: forAudience('takeoff-app'),
    status: 401,
    code: 'UNAUTHENTICATED',
    message:
      'The access token is not valid for this API: its signature, issuer or audience does not match. Get an access token for this API from its issuer; an ID token is not accepted.',
  },
  {
    what: 'A token for another API',
    request: forAudience('https://another-api.example.com'),
    status: 401,
    code: 'UNAUTHENTICATED',
    message:
      'The access token is not valid for this API: its signature, issuer or audience does not match. Get an access token for this API from its issuer; an ID token is not accepted.',
  },
  {
    what: 'A mutation with a token that may only read',
    request: async ({ scene }) => ({
      ...call('projectManagementProductionListUpdate', { id: scene.list.id, name: 'Roof' }),
      token: await scene.organization.tokenWith(['lists:read']),
    }),
    status: 200,
    code: 'FORBIDDEN',
    message: 'This needs a token with the scope lists:write.',
  },
  {
    what: 'A query with `orgId` without the scope for it',
    request: async ({ scene }) => ({
      ...call('webhooks', { orgId: scene.orgId }),
      token: await scene.organization.tokenWith(['lists:read']),
    }),
    status: 200,
    code: 'FORBIDDEN',
    message: 'This needs a token with the scope webhooks:read or webhooks:manage.',
  },
  {
    what: 'The `orgId` of another organization',
    request: ({ other }) => call('vendors', { orgId: other.orgId }),
    status: 200,
    code: 'FORBIDDEN',
    message:
      'The token gives no access to organization …. Give the id of one of its organizations, or get a token for this one.',
  },
]

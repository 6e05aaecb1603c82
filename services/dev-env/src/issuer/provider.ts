import { randomUUID } from 'node:crypto'
import { isLoopbackHost } from '@takeoff/kit/values/loopback'
import type { JWK } from 'jose'
import { Provider } from 'oidc-provider'
import type { ClientMetadata, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import type { Identities } from './identities.ts'
import { MemoryAdapter } from './memory-adapter.ts'

// Verified on every request by every service: RS256 verifies several times faster than ES256.
export const ALGORITHM = 'RS256'
/** The resource that every access token is for; services know it as their audience. */
export const AUDIENCE = 'takeoff'
export const JWKS_PATH = '/.well-known/jwks.json'

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S

export interface ProviderOptions {
  readonly url: string
  /** Private, with a key id. */
  readonly key: JWK
  readonly identities: Identities
}

/** An OpenID provider whose access tokens are JWTs with the organizations of a person or a machine. */
export function createProvider({ url, key, identities }: ProviderOptions): Provider {
  const { people, machines } = identities
  const configuration: Configuration = {
    adapter: MemoryAdapter,
    clients: clientsOf(identities),
    jwks: { keys: [key] },
    // Sessions end with the process, and so may what signs their cookies.
    cookies: { keys: [randomUUID()] },
    routes: { jwks: JWKS_PATH },
    interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    scopes: ['openid', 'offline_access'],
    claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
    conformIdTokenClaims: false,
    ttl: {
      AccessToken: HOUR_S,
      ClientCredentials: HOUR_S,
      Grant: DAY_S,
      IdToken: HOUR_S,
      Interaction: HOUR_S,
      RefreshToken: DAY_S,
      Session: DAY_S,
    },
    renderError(context, { error, error_description: description }) {
      context.type = 'text'
      context.body = `${error}: ${description ?? 'the request cannot be handled'}\n`
    },
    findAccount(_, id) {
      const person = people.find((one) => String(one.id) === id)
      if (person === undefined) return undefined
      const { name, email } = person
      return { accountId: id, claims: () => ({ sub: id, name, email }) }
    },
    clientBasedCORS: (_, origin) => isLoopbackHost(new URL(origin).hostname),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true, allowedPolicy: () => true },
      rpInitiatedLogout: { enabled: true, logoutSource: signOutPage },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE_URI,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: '',
          audience: AUDIENCE,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: ALGORITHM } },
        }),
      },
    },
    formats: {
      customizers: {
        jwt(_, token, { payload }) {
          const { clientId } = token
          const machine = machines.find((one) => one.clientId === clientId)
          const account = 'accountId' in token ? token.accountId : undefined
          const person = people.find((one) => String(one.id) === account)
          payload['sub'] = String(person?.id ?? machine?.userId)
          payload['org_ids'] = (person ?? machine)?.organizations
        },
      },
    },
  }
  const provider = new Provider(url, configuration)
  provider.use(refuseOtherHosts)
  return provider
}

/** Signing out there needs no further click. */
function signOutPage(context: KoaContextWithOIDC, form: string): void {
  context.body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Signing out</title>
<p>Signing out …</p>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<script>document.querySelector('button').click()</script>
</html>`
}

/** The resource in requests, which OAuth identifies by a URI. */
const AUDIENCE_URI = `urn:${AUDIENCE}`

function clientsOf({ applications, machines }: Identities): ClientMetadata[] {
  return [
    ...applications.map(
      ({ clientId, name, redirectUris, signOutRedirectUris }): ClientMetadata => ({
        client_id: clientId,
        client_name: name,
        application_type: 'native',
        redirect_uris: [...redirectUris],
        post_logout_redirect_uris: [...signOutRedirectUris],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
      }),
    ),
    ...machines.map(({ clientId, clientSecret }): ClientMetadata => ({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [],
      response_types: [],
      grant_types: ['client_credentials'],
    })),
  ]
}

/** A page of another site whose name resolves to this machine must not sign anybody in. */
function refuseOtherHosts(context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  if (isLoopbackHost(context.hostname)) return next()
  context.status = 403
  return Promise.resolve()
}

import { createHmac } from 'node:crypto'
import { isOneOf } from '@takeoff/kit/http/shared-secret'
import { invariant } from '@takeoff/kit/values/invariant'

const SIGNED_URL_LIFETIME_SECONDS = 15 * 60

export interface FileLinksOptions {
  /** Address under which integrators reach the product. */
  readonly publicUrl: string
  /** The first one signs, all verify. */
  readonly signingSecrets: readonly string[]
  readonly now: () => Date
}

export interface SignedQuery {
  readonly expires: string
  readonly signature: string
}

/** The two addresses of a file: one that never changes, and one that works without a token for a while. */
export interface FileLinks {
  redirectUrl(fileId: string): string
  /** Works for 15 minutes. */
  signedUrl(fileId: string): string
  /** Whether the query was signed here for this file and has not expired. */
  isValid(fileId: string, query: SignedQuery): boolean
}

export function createFileLinks({ publicUrl, signingSecrets, now }: FileLinksOptions): FileLinks {
  const base = `${publicUrl.replace(/\/+$/, '')}/files`
  const nowSeconds = (): number => Math.floor(now().getTime() / 1000)
  const [signingSecret] = signingSecrets
  invariant(signingSecret !== undefined, 'there is no secret that signs download addresses')

  return {
    redirectUrl: (fileId) => `${base}/${fileId}`,
    signedUrl(fileId) {
      const expires = String(nowSeconds() + SIGNED_URL_LIFETIME_SECONDS)
      return `${base}/${fileId}/download?expires=${expires}&signature=${sign(signingSecret, fileId, expires)}`
    },
    isValid(fileId, { expires, signature }) {
      const signatures = signingSecrets.map((secret) => sign(secret, fileId, expires))
      return isOneOf(signature, signatures) && Number(expires) > nowSeconds()
    },
  }
}

function sign(secret: string, fileId: string, expires: string): string {
  return createHmac('sha256', secret).update(`${fileId}.${expires}`).digest('base64url')
}

import { hash, hkdfSync, randomBytes } from 'node:crypto'
import { createSecretBox } from '@takeoff/kit/security/secret-box'
import { parseJson } from '@takeoff/kit/values/json'
import { z } from 'zod'

const SECRET_BYTES = 32
const KEY_BYTES = 32
/** The form of a secret; anything else in the cookie is no session. */
const SECRET = /^[\w-]{43}$/

const schema = z.object({
  subject: z.string(),
  user: z.object({ name: z.string().nullable(), email: z.string().nullable() }),
  accessToken: z.string(),
  /** Undefined when the issuer gives none: the session then ends with its access token. */
  refreshToken: z.string().optional(),
  tokenExpiresMs: z.number(),
  createdMs: z.number(),
})

/** Who has signed in, with the tokens that never leave this process. */
export type Session = z.infer<typeof schema>

/** What the cookie holds: it finds the session, and alone opens it. */
export class SessionSecret {
  readonly text: string

  private constructor(text: string) {
    this.text = text
  }

  static create(): SessionSecret {
    return new SessionSecret(randomBytes(SECRET_BYTES).toString('base64url'))
  }

  /** @returns undefined for a text that cannot be a secret */
  static parse(text: string | undefined): SessionSecret | undefined {
    return text !== undefined && SECRET.test(text) ? new SessionSecret(text) : undefined
  }

  /** Key of the session in the store. The secret cannot be computed from it. */
  get id(): string {
    return hash('sha256', `session id ${this.text}`, 'hex')
  }

  /** Encrypts a session, so that the store, its backups and its operators cannot read the tokens. */
  seal(session: Session): string {
    return this.#box.seal(JSON.stringify(session), this.id)
  }

  /** @returns undefined for a text that this secret has not sealed */
  open(sealed: string): Session | undefined {
    try {
      return schema.safeParse(parseJson(this.#box.open(sealed, this.id))).data
    } catch {
      return undefined
    }
  }

  get #box() {
    const key = hkdfSync('sha256', this.text, '', 'takeoff session key', KEY_BYTES)
    return createSecretBox([Buffer.from(key)])
  }
}

/** Name under which the sessions of one person are counted and ended together. */
export function personOf(issuer: string, subject: string): string {
  return hash('sha256', JSON.stringify([issuer, subject]), 'hex')
}

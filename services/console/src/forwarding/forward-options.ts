import type { Config } from '../config.ts'
import type { Cookies } from '../http/cookies.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Documents } from './documents.ts'
import type { Gateway } from './gateway.ts'

/** What the forwarding routes need. */
export interface ForwardOptions {
  readonly config: Config
  readonly cookies: Cookies
  readonly sessions: Sessions
  readonly gateway: Gateway
  readonly documents: Documents
}

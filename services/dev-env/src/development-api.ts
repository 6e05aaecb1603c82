import { OTHER_ORG_ID } from './development-tokens.ts'
import type { DevelopmentTokens } from './development-tokens.ts'
import { RefusedError, sendGraphql } from './send-graphql.ts'

interface DevelopmentApiOptions {
  readonly graphqlUrl: string
  readonly tokens: Pick<DevelopmentTokens, 'admin' | 'otherOrg'>
  /** Receives a line for each organization that is read-only. */
  readonly say: (line: string) => void
}

/** The public API, as users of the development organizations call it. */
export class DevelopmentApi {
  readonly #options: DevelopmentApiOptions
  readonly #readOnly = new Set<number>()

  constructor(options: DevelopmentApiOptions) {
    this.#options = options
  }

  /** @throws Error when the response has errors */
  read<T>(orgId: number, query: string, variables: object): Promise<T> {
    const { graphqlUrl, tokens } = this.#options
    const token = orgId === OTHER_ORG_ID ? tokens.otherOrg : tokens.admin
    return sendGraphql<T>(graphqlUrl, token, { query, variables })
  }

  /**
   * Sends a mutation. Undefined for an organization that is read-only, because that must not keep the stack from starting.
   * @throws Error for another refusal
   */
  async change<T>(orgId: number, query: string, variables: object): Promise<T | undefined> {
    try {
      return await this.read<T>(orgId, query, variables)
    } catch (error) {
      if (!(error instanceof RefusedError && error.codes.includes('ORGANIZATION_READ_ONLY')))
        throw error
      if (!this.#readOnly.has(orgId))
        this.#options.say(
          `Organization ${orgId} is read-only: development data that it lacks is not loaded`,
        )
      this.#readOnly.add(orgId)
      return undefined
    }
  }
}

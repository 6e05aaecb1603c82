import type { Durations } from '../durations.ts'

export interface Settings {
  readonly durations: Durations
  /** Whether the gateways of others are measured too. */
  readonly peers: boolean
  /** Where the memoised part leaves CPU profiles of our gateway, in place of all figures. */
  readonly profiles: string | undefined
}

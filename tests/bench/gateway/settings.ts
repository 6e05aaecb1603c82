import type { Durations } from '../durations.ts'

export interface Settings {
  readonly durations: Durations
  /** Whether third-party gateways are measured too. */
  readonly peers: boolean
  /** Folder in which the memoised part writes CPU profiles of our gateway, instead of printing figures. */
  readonly profiles: string | undefined
}

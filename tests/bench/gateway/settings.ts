import type { Durations } from '../durations.ts'

export interface Settings {
  readonly durations: Durations
  /** Where CPU profiles of our gateway are left, which is then the only one that is measured. */
  readonly profiles: string | undefined
}

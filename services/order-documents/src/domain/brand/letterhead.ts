import type { Logo } from './read-logo.ts'

/** The organization that orders, as the head of its documents shows it. */
export interface Letterhead {
  readonly name: string
  readonly addressLines: readonly string[]
  readonly phone?: string
  readonly email?: string
  readonly website?: string
  /** Of title and rule, `#rrggbb`; one too light to read is darkened. */
  readonly accentColor?: string
  /** Of dates, a name such as `America/Chicago`; without it they are in UTC. */
  readonly timeZone?: string
  readonly logo?: Logo
}

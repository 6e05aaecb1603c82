import type { Optional } from '@takeoff/kit/values/optional'
import type { Logo } from './read-logo.ts'

/** The organization that orders, as the head of its documents shows it. */
export interface Letterhead {
  readonly name: string
  readonly addressLines: readonly string[]
  readonly phone?: Optional<string>
  readonly email?: Optional<string>
  readonly website?: Optional<string>
  /** Of title and rule, `#rrggbb`; one too light to read is darkened. */
  readonly accentColor?: Optional<string>
  /** Of dates, a name such as `America/Chicago`; without it they are in UTC. */
  readonly timeZone?: Optional<string>
  readonly logo?: Logo
}

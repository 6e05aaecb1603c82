import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'

const TONES: Readonly<Record<string, Tone>> = {
  measured: 'neutral',
  listed: 'accent',
  ordered: 'warn',
  delivered: 'good',
}

/** How far a job is; words of later versions are shown as they are. */
export function JobState({ state }: { readonly state: string }): ReactNode {
  const messages = useMessages()
  return <Badge tone={TONES[state] ?? 'neutral'}>{messages.jobs.states[state] ?? state}</Badge>
}

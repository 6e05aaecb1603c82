import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/language.tsx'
import { Badge } from '../../../ui/badge.tsx'
import type { Tone } from '../../../ui/badge.tsx'

const TONES: Readonly<Record<string, Tone>> = { added: 'good', removed: 'bad', changed: 'warn' }

/** Whether a line of a difference was added, removed or changed. */
export function DiffKind({ kind }: { readonly kind: string }): ReactNode {
  const { list: words } = useMessages()
  const kinds: Readonly<Record<string, string>> = {
    added: words.added,
    removed: words.itemRemoved,
    changed: words.changed,
  }
  return <Badge tone={TONES[kind] ?? 'neutral'}>{kinds[kind] ?? kind}</Badge>
}

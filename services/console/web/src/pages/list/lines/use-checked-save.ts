import { useSyncExternalStore } from 'react'
import { useAskBeforeLeaving } from '../../../drafts/ask-before-leaving.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { useAnnounce } from '../../../ui/toasts.tsx'
import type { ShownLine } from './shown-lines.ts'
import { focusInvalidCell } from './use-cell.ts'
import { firstWrong } from './wrong-texts.ts'
import type { WrongTexts } from './wrong-texts.ts'

/**
 * Saves, unless a cell has a text that is no value, also one that is not on the screen: the page would show it beside
 * "saved", and lose it. It is in no draft either, so the page asks before it is left.
 */
export function useCheckedSave(
  save: () => void,
  texts: WrongTexts,
  lines: readonly ShownLine[],
): () => void {
  const messages = useMessages()
  const announce = useAnnounce()
  const wrong = firstWrong(useSyncExternalStore(texts.subscribe, texts.all), lines)
  useAskBeforeLeaving(wrong !== undefined)
  return () => {
    if (wrong === undefined) return save()
    announce({ kind: 'warning', text: messages.list.correctFirst })
    if (!focusInvalidCell()) texts.show(wrong)
  }
}

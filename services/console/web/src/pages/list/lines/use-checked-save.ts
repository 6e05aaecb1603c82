import { useEffect, useState, useSyncExternalStore } from 'react'
import { useAskBeforeLeaving } from '../../../drafts/ask-before-leaving.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { useAnnounce, useWithdraw } from '../../../ui/toasts.tsx'
import type { ShownLine } from './shown-lines.ts'
import { focusInvalidCell } from './use-cell.ts'
import { firstWrong, WrongTexts } from './wrong-texts.ts'

/** The texts of a list's cells that are no values, and how they are discarded with its draft. */
export function useWrongTexts(discardDraft: () => void) {
  const [wrongTexts, setWrongTexts] = useState(() => new WrongTexts())
  const onDiscard = (): void => {
    discardDraft()
    setWrongTexts(new WrongTexts())
  }
  return { wrongTexts, onDiscard }
}

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
  const isWrong = wrong !== undefined
  useAskBeforeLeaving(isWrong)
  const withdraw = useWithdraw()
  const { correctFirst } = messages.list
  useEffect(
    () => (isWrong ? () => withdraw(correctFirst) : undefined),
    [isWrong, withdraw, correctFirst],
  )
  return () => {
    if (wrong === undefined) return save()
    announce({ kind: 'warning', text: correctFirst })
    if (!focusInvalidCell()) texts.show(wrong)
  }
}

import { useEffect, useRef, useState } from 'react'
import { useAskBeforeLeaving } from './ask-before-leaving.ts'
import { useSession } from '../session/session.ts'
import { keepDraft, keptText, readDraft, removeDraft } from './draft-store.ts'
import type { Kept } from './draft-store.ts'

/** The draft that this browser holds of the person when the page opens. Other people of the same browser have their own. */
export function useFoundDraft<T>(
  name: string,
  isValid: (value: unknown) => value is T,
): Kept<T> | undefined {
  const key = useDraftKey(name)
  const [found] = useState(() => readDraft(key, isValid))
  return found
}

/**
 * Keeps a draft in this browser with each change. Where it has no room for it, or another tab keeps one of the same thing,
 * a question comes before the page is left.
 * @param value undefined while there is nothing to keep
 * @returns forgets the draft, for a page that is left when it was saved: `isSaved` says whether what is kept by then was
 */
export function useKeepDraft(
  name: string,
  value: unknown,
): (isSaved?: (kept: unknown) => boolean) => void {
  const key = useDraftKey(name)
  const [found] = useState(() => keptText(key))
  const own = useRef(found)
  const [isUnkept, setIsUnkept] = useState(false)
  useEffect(() => {
    if (value === undefined) {
      removeDraft(key, own.current)
      setIsUnkept(false)
      return
    }
    const text = keepDraft(key, value, own.current)
    own.current = text ?? own.current
    setIsUnkept(text === undefined)
  }, [key, value])
  useAskBeforeLeaving(isUnkept)
  return (isSaved = () => true) => {
    if (readDraft(key, (kept): kept is unknown => isSaved(kept))) removeDraft(key, keptText(key))
  }
}

const useDraftKey = (name: string): string => `${useSession().user.id}:${name}`

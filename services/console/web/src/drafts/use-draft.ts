import { useEffect, useRef, useState } from 'react'
import { useAskBeforeLeaving } from './ask-before-leaving.ts'
import { useSession } from '../session/session.ts'
import { forgetDraft, readDraft, removeDraft, storeDraft, storedText } from './draft-store.ts'
import type { StoredDraft } from './draft-store.ts'

/** The draft that this browser holds of the person when the page opens. Other people of the same browser have their own. */
export function useFoundDraft<T>(
  name: string,
  isValid: (value: unknown) => value is T,
): StoredDraft<T> | undefined {
  const key = useDraftKey(name)
  const [found] = useState(() => readDraft(key, isValid))
  return found
}

/**
 * Stores a draft in this browser with each change. Where it has no room, or another tab has stored a draft of the same
 * thing, the person is asked before the page is left.
 * @param value undefined while there is nothing to store
 * @returns forgets the draft, for a page that is left when it was saved: that of this page, or with `isSaved` the one that
 *   is stored by then, where that was saved
 */
export function useStoreDraft(
  name: string,
  value: unknown,
): (isSaved?: (stored: unknown) => boolean) => void {
  const key = useDraftKey(name)
  const [found] = useState(() => storedText(key))
  const own = useRef(found)
  const [isUnstored, setIsUnstored] = useState(false)
  useEffect(() => {
    if (value === undefined) {
      removeDraft(key, own.current)
      setIsUnstored(false)
      return
    }
    const text = storeDraft(key, value, own.current)
    own.current = text ?? own.current
    setIsUnstored(text === undefined)
  }, [key, value])
  useAskBeforeLeaving(isUnstored)
  return (isSaved) => forgetDraft(key, own.current, isSaved)
}

const useDraftKey = (name: string): string => `${useSession().user.id}:${name}`

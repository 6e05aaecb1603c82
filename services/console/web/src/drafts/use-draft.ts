import { useEffect, useState } from 'react'
import { useSession } from '../session/session.ts'
import { keepDraft, readDraft, removeDraft } from './draft-store.ts'
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
 * Keeps a draft in this browser with each change. Where it has no room for it, the browser asks before the page is left.
 * @param value undefined while there is nothing to keep
 * @returns forgets the draft, for a page that is left when it was saved: `isSaved` says whether what is kept by then was
 */
export function useKeepDraft(
  name: string,
  value: unknown,
): (isSaved?: (kept: unknown) => boolean) => void {
  const key = useDraftKey(name)
  useEffect(() => {
    if (value === undefined) {
      removeDraft(key)
      return
    }
    if (keepDraft(key, value)) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    globalThis.addEventListener('beforeunload', ask)
    return () => globalThis.removeEventListener('beforeunload', ask)
  }, [key, value])
  return (isSaved = () => true) => {
    if (readDraft(key, (kept): kept is unknown => isSaved(kept))) removeDraft(key)
  }
}

const useDraftKey = (name: string): string => `${useSession().user.id}:${name}`

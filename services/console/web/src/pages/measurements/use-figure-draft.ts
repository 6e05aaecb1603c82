import { useEffect, useRef, useState } from 'react'
import { useFoundDraft, useStoreDraft } from '../../drafts/use-draft.ts'
import {
  beginDraft,
  draftAfterSave,
  isDraft,
  isEmpty,
  typeFigure,
  unsavedFigures,
  withEarlier,
  withoutEarlier,
} from './figure-draft.ts'
import type { TypedFigures } from './figure-draft.ts'

export interface FigureDraft {
  readonly typed: TypedFigures
  /** Of the measurements for which they are typed; 0 where there are none. */
  readonly version: number
  readonly change: (path: string, text: string) => void
  /** Whether the typed figures were found in this browser. */
  readonly isRestored: boolean
  /** Figures were found that were typed before the newest measurements: they are shown only when the person wants them. */
  readonly isOutdated: boolean
  /** Shows the outdated figures. */
  readonly restore: () => void
  /** Forgets the outdated figures, or else those that were found. */
  readonly discard: () => void
  /** Whether something was typed since these figures were sent. */
  readonly hasUnsaved: (sent: TypedFigures) => boolean
  /** After a save of typed figures: keeps what was typed since, for the version that was saved. */
  readonly saved: (sent: TypedFigures, version: number) => void
  /** Of newer measurements, for which what was typed before is shown only when the person wants it. */
  readonly moveTo: (version: number) => void
}

/** What is typed for the measurements of a job. It is kept in this browser until measurements are saved. */
export function useFigureDraft(jobId: number, version: number): FigureDraft {
  const name = `measurements:${jobId}`
  const found = useFoundDraft(name, isDraft)?.value
  const [draft, setDraft] = useState(() => beginDraft(found, version))
  const forget = useStoreDraft(name, draft)
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  }, [draft])
  const unsavedOf = (sent: TypedFigures): TypedFigures =>
    unsavedFigures(latest.current?.typed ?? {}, sent)
  const isOutdated = draft?.earlier !== undefined
  return {
    typed: draft?.typed ?? {},
    version: draft?.version ?? version,
    change: (path, text) => setDraft((before) => typeFigure(before, version, path, text)),
    isRestored: draft !== undefined && draft === found,
    isOutdated,
    restore: () => setDraft((before) => withEarlier(before, version)),
    discard: () => setDraft(isOutdated ? withoutEarlier : undefined),
    hasUnsaved: (sent) => !isEmpty(unsavedOf(sent)),
    saved: (sent, newest) => {
      // Where the person has left the page, only what is stored can be removed.
      if (isEmpty(unsavedOf(sent))) forget()
      setDraft((before) => draftAfterSave(before, sent, newest))
    },
    moveTo: (newest) => setDraft((before) => beginDraft(before, newest)),
  }
}

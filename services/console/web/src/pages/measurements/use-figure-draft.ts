import { useState } from 'react'
import { isTexts } from '../../drafts/is-texts.ts'
import { useFoundDraft, useKeepDraft } from '../../drafts/use-draft.ts'

/** Texts by the path of their figure. */
export type TypedFigures = Readonly<Record<string, string>>

interface Draft {
  /** Of the measurements that were shown when the typing began; 0 where there were none. */
  readonly version: number
  readonly typed: TypedFigures
}

export interface FigureDraft {
  readonly typed: TypedFigures
  readonly change: (path: string, text: string) => void
  /** Whether the typed figures were found in this browser. */
  readonly isRestored: boolean
  /** Figures were found that were typed before the newest measurements: they are shown only when the person wants them. */
  readonly isOutdated: boolean
  readonly restore: () => void
  readonly discard: () => void
  /** For a page that is left when measurements were saved. */
  readonly forget: () => void
}

/** What is typed for the measurements of a job. It is kept in this browser until measurements are saved. */
export function useFigureDraft(jobId: number, version: number): FigureDraft {
  const name = `measurements:${jobId}`
  const found = useFoundDraft(name, isDraft)?.value
  const isOld = found !== undefined && found.version !== version
  const [draft, setDraft] = useState(isOld ? undefined : found)
  const [outdated, setOutdated] = useState(isOld ? found : undefined)
  const forget = useKeepDraft(name, draft ?? outdated)
  const show = (shown: Draft | undefined): void => {
    setDraft(shown)
    setOutdated(undefined)
  }
  return {
    typed: draft?.typed ?? {},
    change: (path, text) =>
      setDraft((before) => ({
        version: before?.version ?? version,
        typed: { ...before?.typed, [path]: text },
      })),
    isRestored: draft !== undefined && draft === found,
    isOutdated: outdated !== undefined,
    restore: () => show(outdated && { ...outdated, version }),
    discard: () => show(undefined),
    forget,
  }
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null
  return (
    typeof draft === 'object' &&
    draft !== null &&
    typeof draft.version === 'number' &&
    isTexts(draft.typed)
  )
}

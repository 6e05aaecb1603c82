import { isTexts } from '../../drafts/is-texts.ts'

/** Texts by the path of their figure. */
export type TypedFigures = Readonly<Record<string, string>>

export interface Draft {
  /** Of the measurements that were shown when the typing began; 0 where there were none. */
  readonly version: number
  readonly typed: TypedFigures
  /** What was typed for measurements before these. It is shown only when the person wants it. */
  readonly earlier?: TypedFigures
}

/** The draft that a page begins with which shows the measurements of a version. */
export function beginDraft(found: Draft | undefined, version: number): Draft | undefined {
  if (found === undefined || found.version === version) return found
  return { version, typed: {}, earlier: { ...found.earlier, ...found.typed } }
}

export const typeFigure = (
  draft: Draft | undefined,
  version: number,
  path: string,
  text: string,
): Draft => ({ version, ...draft, typed: { ...draft?.typed, [path]: text } })

/** With the earlier figures, where nothing was typed in their place since. */
export const withEarlier = (draft: Draft | undefined, version: number): Draft => ({
  version,
  typed: { ...draft?.earlier, ...draft?.typed },
})

export const withoutEarlier = (draft: Draft | undefined): Draft | undefined =>
  draft === undefined || isEmpty(draft.typed)
    ? undefined
    : { version: draft.version, typed: draft.typed }

/** What was typed while a save was under way: the figures that differ from those that were sent. */
export const unsavedFigures = (typed: TypedFigures, sent: TypedFigures): TypedFigures =>
  Object.fromEntries(Object.entries(typed).filter(([path, text]) => sent[path] !== text))

/** The draft after a save: what was typed since, for the version that was saved. */
export function draftAfterSave(
  draft: Draft | undefined,
  sent: TypedFigures,
  version: number,
): Draft | undefined {
  const unsaved = unsavedFigures(draft?.typed ?? {}, sent)
  return isEmpty(unsaved) ? undefined : { version, typed: unsaved }
}

export const isEmpty = (typed: TypedFigures): boolean => Object.keys(typed).length === 0

export function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null
  return (
    typeof draft?.version === 'number' &&
    isTexts(draft.typed) &&
    (draft.earlier === undefined || isTexts(draft.earlier))
  )
}

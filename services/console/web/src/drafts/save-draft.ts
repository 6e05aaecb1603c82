import { isOutcomeUnknown } from '../api/is-outcome-unknown.ts'

interface SaveDraft<Draft> {
  readonly save: (draft: Draft) => Promise<void>
  /** Whether the draft was refused because there is a newer version. */
  readonly isConflict: (error: unknown) => boolean
  /** It is known that a draft was not saved. */
  readonly onRefused: (draft: Draft) => void
}

/**
 * Saves a draft. Where there is a newer version, drafts whose saves had no response are sent again: one of them may have
 * made that version, and its response says so.
 * @param earlier those drafts; their changes must have their effect once
 * @returns why the draft was not saved; undefined when it was, or an earlier one
 */
export async function saveDraft<Draft>(
  draft: Draft,
  earlier: readonly Draft[],
  { save, isConflict, onRefused }: SaveDraft<Draft>,
): Promise<unknown> {
  let refusal: unknown
  for (const each of [draft, ...earlier]) {
    try {
      await save(each)
      return undefined
    } catch (error) {
      if (isOutcomeUnknown(error)) return error
      onRefused(each)
      refusal ??= error
      if (!isConflict(refusal)) return refusal
    }
  }
  return refusal
}

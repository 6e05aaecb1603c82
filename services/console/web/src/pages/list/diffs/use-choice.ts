import { useCallback, useMemo, useState } from 'react'
import { toggled } from '../../../ui/toggled.ts'

/** Which changes of a dialog are chosen. */
export interface Choice {
  readonly ids: readonly number[]
  readonly chosen: readonly number[]
  readonly isChosen: (id: number) => boolean
  readonly toggle: (id: number) => void
  /** Chooses all, or none when all are chosen. */
  readonly toggleAll: () => void
}

const NONE: ReadonlySet<number> = new Set()

/**
 * Chooses some of the changes that a dialog shows. All are chosen at first, and again when the dialog shows others.
 * @param ids the changes
 * @param shown identifies what is shown, such as the digest of a preview
 */
export function useChoice(ids: readonly number[], shown: string): Choice {
  const [state, setState] = useState({ shown, leftOut: NONE })
  const leftOut = state.shown === shown ? state.leftOut : NONE
  const toggle = useCallback(
    (id: number) =>
      setState((before) => ({
        shown,
        leftOut: toggled(before.shown === shown ? before.leftOut : NONE, id),
      })),
    [shown],
  )
  const chosen = useMemo(() => ids.filter((id) => !leftOut.has(id)), [ids, leftOut])
  return {
    ids,
    chosen,
    isChosen: (id) => !leftOut.has(id),
    toggle,
    toggleAll: () => setState({ shown, leftOut: leftOut.size === 0 ? new Set(ids) : NONE }),
  }
}

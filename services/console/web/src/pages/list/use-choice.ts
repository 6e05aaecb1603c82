import { useCallback, useMemo, useState } from 'react'

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
 * All of these changes are chosen at first.
 * @param of what they are changes of; they are chosen again when it is another
 */
export function useChoice(ids: readonly number[], of: string): Choice {
  const [state, setState] = useState({ of, left: NONE })
  const left = state.of === of ? state.left : NONE
  const toggle = useCallback(
    (id: number) =>
      setState((before) => {
        const next = new Set(before.of === of ? before.left : NONE)
        if (!next.delete(id)) next.add(id)
        return { of, left: next }
      }),
    [of],
  )
  const chosen = useMemo(() => ids.filter((id) => !left.has(id)), [ids, left])
  return {
    ids,
    chosen,
    isChosen: (id) => !left.has(id),
    toggle,
    toggleAll: () => setState({ of, left: left.size === 0 ? new Set(ids) : NONE }),
  }
}

import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react'

/** Above this a frame takes too long. */
const ROWS_PER_FRAME = 3

/** Tells rows that come during scrolling when they may have their controls. */
interface LateControls {
  readonly areLate: () => boolean
  /** @returns what cancels it */
  readonly whenStill: (show: () => void) => () => void
}

export const LateControlsContext = createContext<LateControls | undefined>(undefined)

/**
 * Makes rows that scroll in show texts, which are drawn much faster than controls. They get their controls when the
 * scrolling has ended, a few in each frame.
 * @param areControlsNeeded whether a row must have them at once
 */
export function useLateControls(
  isScrolling: boolean,
  areControlsNeeded: () => boolean,
): LateControls {
  const isScrollingNow = useRef(isScrolling)
  isScrollingNow.current = isScrolling
  const waiting = useRef(new Set<() => void>())
  useEffect(() => {
    if (isScrolling) return
    let frame = requestAnimationFrame(function showNext() {
      for (const show of [...waiting.current].slice(0, ROWS_PER_FRAME)) {
        waiting.current.delete(show)
        show()
      }
      if (waiting.current.size > 0) frame = requestAnimationFrame(showNext)
    })
    return () => cancelAnimationFrame(frame)
  }, [isScrolling])
  return useMemo(
    () => ({
      areLate: () => isScrollingNow.current && !areControlsNeeded(),
      whenStill: (show) => {
        waiting.current.add(show)
        return () => waiting.current.delete(show)
      },
    }),
    [areControlsNeeded],
  )
}

/** Whether a row shows its controls by now. */
export function useHasControls(): boolean {
  const late = useContext(LateControlsContext)
  const [hasControls, setHasControls] = useState(() => !late?.areLate())
  useEffect(
    () => (hasControls ? undefined : late?.whenStill(() => setHasControls(true))),
    [late, hasControls],
  )
  return hasControls
}

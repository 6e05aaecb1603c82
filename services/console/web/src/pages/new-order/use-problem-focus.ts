import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

interface ProblemFocus {
  readonly form: RefObject<HTMLDivElement | null>
  /** Whether problems are said. */
  readonly isChecked: boolean
  /** Says the problems from now on, and moves the focus to the first field that has one. */
  readonly check: () => void
}

/** Moves the focus to the first field with a problem, once the problem is shown. */
export function useProblemFocus(): ProblemFocus {
  const form = useRef<HTMLDivElement>(null)
  const [checks, setChecks] = useState(0)
  useEffect(() => {
    if (checks > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [checks])
  return { form, isChecked: checks > 0, check: () => setChecks((before) => before + 1) }
}

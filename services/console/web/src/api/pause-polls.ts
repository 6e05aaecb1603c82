import { focusManager } from '@tanstack/react-query'

/** Without input for this long a page is not used: it does not ask again, and its session may end. */
const UNUSED_MS = 10 * 60_000
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Lets pages ask again for what may have changed only while somebody uses them: each request keeps the session open, so
 * that it would never end on a screen that is left on. The first input asks at once.
 */
export function pausePollsWhileUnused(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isUnused = false
  const onInput = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isUnused = true
      focusManager.setFocused(false)
    }, UNUSED_MS)
    if (!isUnused) return
    isUnused = false
    // Again by whether the page is visible.
    focusManager.setFocused(undefined)
  }
  for (const type of INPUTS)
    document.addEventListener(type, onInput, { capture: true, passive: true })
  onInput()
}

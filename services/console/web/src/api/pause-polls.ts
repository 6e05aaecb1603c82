import { focusManager } from '@tanstack/react-query'

/** A page without input for this long counts as unused: it stops to poll, so that its session can end. */
const UNUSED_MS = 10 * 60_000
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Pauses the polls of a page while it is unused: each request renews the session, which would never end on a screen that
 * is left on. The first input after a pause polls at once.
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

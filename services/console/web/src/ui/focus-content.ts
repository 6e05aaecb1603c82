/**
 * Moves the focus to the content of the page, for when what had the focus is gone, such as the button of a dialog that
 * was closed: the keyboard goes on in the page then, and not at its very beginning.
 */
export const focusContent = (): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('#content')?.focus())
}

/** Does so where the focus was lost: what a closed dialog would return it to may be gone. */
export const focusContentIfLost = (): void => {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('#content')?.focus()
  })
}

/**
 * Begins something after which the button that was pressed for it is gone.
 * @returns moves the focus to the content of the page, unless it was moved meanwhile
 */
export function focusContentAfter(): () => void {
  const pressed = document.activeElement
  return () => {
    const { activeElement, body } = document
    if (activeElement === pressed || activeElement === body) focusContent()
  }
}

/**
 * Moves the focus to the content of the page, for when what had the focus is gone, such as the button of a dialog that
 * was closed: the keyboard goes on in the page then, and not at its very beginning. While a dialog is open, the content is
 * its fields and buttons.
 */
export const focusContent = (): void => void requestAnimationFrame(focusNow)

/** Does so where the focus was lost: what a closed dialog would return it to may be gone, or disabled. */
export const focusContentIfLost = (): void =>
  void requestAnimationFrame(() => {
    const { activeElement, body } = document
    // A browser takes the focus from what is disabled only later.
    if (activeElement === null || activeElement === body || activeElement.matches(':disabled'))
      focusNow()
  })

/** The `ref` of a button: the focus goes to the content when the button, or this `ref` of it, is gone while it has the focus. */
export const focusContentAfterIt = (button: HTMLElement | null): (() => void) => {
  return () => {
    if (button !== null && button === document.activeElement) focusContentIfLost()
  }
}

/**
 * Begins something after which the field in which it was requested is gone.
 * @returns moves the focus to the content of the page, unless it was moved meanwhile
 */
export function focusContentAfter(): () => void {
  const pressed = document.activeElement
  return () => {
    const { activeElement, body } = document
    if (activeElement === pressed || activeElement === body) focusContent()
  }
}

/** Undefined until there is a field, as in a dialog whose contents are still being loaded. */
export const firstFieldOf = (dialog: HTMLDialogElement): HTMLElement | undefined =>
  dialog.querySelector<HTMLElement>(':is(input, select, textarea):enabled') ?? undefined

/** Gives the focus to the first field of a dialog, or else to its first button. */
export const focusDialog = (dialog: HTMLDialogElement): void =>
  (firstFieldOf(dialog) ?? dialog.querySelector<HTMLElement>('button:enabled'))?.focus()

function focusNow(): void {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
  if (dialog) focusDialog(dialog)
  else document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
}

/** The value of `aria-keyshortcuts` of primary buttons and links; `pressPrimary` finds them by it. */
export const PRIMARY_KEYS = 'Control+Enter Meta+Enter'

/**
 * Ctrl Enter (⌘ Enter) presses the first primary button or link of the open dialog, or else of the page, also from
 * within a field. Call it before other listeners: one of them may close the dialog.
 */
export const pressPrimary = (event: KeyboardEvent): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
  event.preventDefault()
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const primary = [...root.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${PRIMARY_KEYS}"]`)]
  primary.find((element) => element.checkVisibility() && !element.matches(':disabled'))?.click()
}

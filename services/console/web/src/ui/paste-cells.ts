/**
 * A text of several cells or lines for a field of one number, with tabs between them, so that it is no number. A browser
 * turns a line break into a space or nothing, and 12 above 345 would be 12345.
 * @returns undefined for a text that the browser pastes as it is
 */
export const cellsOf = (pasted: string): string | undefined =>
  /[\t\r\n]/.test(pasted) ? pasted.trim().replaceAll(/[\t\r\n]+/g, '\t') : undefined

/** Keeps cells of a spreadsheet apart that are pasted into a field of a number; each such field has `inputMode="decimal"`. */
export const keepCellsApart = (event: ClipboardEvent): void => {
  const field = event.target
  if (!(field instanceof HTMLInputElement) || field.inputMode !== 'decimal') return
  const text = cellsOf(event.clipboardData?.getData('text/plain') ?? '')
  if (text === undefined || field.readOnly) return
  event.preventDefault()
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

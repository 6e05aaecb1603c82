/**
 * After a form was submitted with values that are marked as wrong, moves the focus to the first of them, which may be far
 * from the button.
 */
export const focusProblem = ({ target }: Event): void => {
  if (!(target instanceof HTMLFormElement)) return
  requestAnimationFrame(() => target.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

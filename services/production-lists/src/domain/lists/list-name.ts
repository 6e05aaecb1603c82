/** The name of a list that was given none: its templates' names, as many as fit. */
export function listNameOf(templateNames: readonly string[], lengthMax: number): string {
  const whole = templateNames.join(' + ')
  if (whole.length <= lengthMax) return whole

  const [first = ''] = templateNames
  return `${first} + ${templateNames.length - 1} more`
}

import { isLongerThan } from '@takeoff/contracts/character-count'

/** The default name of a list: as many of its templates' names as fit. */
export function listNameOf(templateNames: readonly string[], lengthMax: number): string {
  const whole = templateNames.join(' + ')
  if (!isLongerThan(whole, lengthMax)) return whole

  const [first = ''] = templateNames
  return `${first} + ${templateNames.length - 1} more`
}

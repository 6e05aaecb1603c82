/** Whether a stored value is texts by their names; one of an older version of the console may not be. */
export const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((each) => typeof each === 'string')

import { readSetting } from '../settings.ts'

export type Language = 'en' | 'es'

/** The language that was chosen in this browser, or the one that the browser prefers. */
export function initialLanguage(): Language {
  const known = readSetting('language')
  if (known === 'en' || known === 'es') return known
  return navigator.languages.some((each) => each.startsWith('es')) &&
    !navigator.language.startsWith('en')
    ? 'es'
    : 'en'
}

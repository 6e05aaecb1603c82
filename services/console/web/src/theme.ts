import { readSetting, writeSetting } from './settings.ts'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export function currentTheme(): Theme {
  const known = readSetting('theme')
  return THEMES.find((theme) => theme === known) ?? 'auto'
}

/** Sets the colors of the application, and remembers the choice in this browser. */
export function applyTheme(theme: Theme): void {
  writeSetting('theme', theme)
  if (theme === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

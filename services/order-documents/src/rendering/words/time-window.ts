import type { Language } from '../../domain/documents/document-options.ts'
import type { Words } from './words.ts'

const TIMES = /^(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})$/

/** `08:00-13:30` → `8:00 AM – 1:30 PM`; a word such as `FIRST_STOP` is translated. */
export function windowText(
  window: string,
  { windows }: Words['delivery'],
  language: Language,
): string {
  if (isNamed(window, windows)) return windows[window]
  const [, fromHour, fromMinute = '', toHour, toMinute = ''] = TIMES.exec(window) ?? []
  if (fromHour === undefined || toHour === undefined) return window
  const halves = HALVES[language]
  return `${timeText(fromHour, fromMinute, halves)} – ${timeText(toHour, toMinute, halves)}`
}

// A no-break space keeps AM or PM on the line of its hour.
const HALVES = { en: ['AM', 'PM'], es: ['a.\u00a0m.', 'p.\u00a0m.'] } as const

function timeText(hour: string, minute: string, [am, pm]: readonly [string, string]): string {
  const hours = Number(hour)
  return `${hours % 12 || 12}:${minute}\u00a0${hours % 24 < 12 ? am : pm}`
}

const isNamed = (
  window: string,
  windows: Words['delivery']['windows'],
): window is keyof typeof windows => Object.hasOwn(windows, window)

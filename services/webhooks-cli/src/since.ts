import { UsageError } from '@takeoff/kit/service/command-line'

const SECONDS = { m: 60, h: 3_600, d: 86_400 } as const

/**
 * Parses a time, or an age such as `6h`.
 * @throws UsageError for anything else
 */
export function readSince(value: string | boolean, now: Date): Date {
  const text = String(value)
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  if (unit === 'm' || unit === 'h' || unit === 'd') {
    return new Date(now.getTime() - Number(count) * SECONDS[unit] * 1000)
  }
  const at = new Date(text)
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(at.getTime())) return at
  throw new UsageError(
    `--since must be a time such as 2026-11-21T12:00:00Z, or an age such as 90m, 6h or 3d; it is "${text}".`,
  )
}

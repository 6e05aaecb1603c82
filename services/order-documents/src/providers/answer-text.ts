import { z } from 'zod'
import type { Answer } from './exchange.ts'

const LENGTH_MAX = 500

const problemSchema = z.object({
  detail: z.string().optional(),
  reason: z.string().optional(),
  title: z.string().optional(),
})

/** What a provider says went wrong, and with which status. */
export function problemOf({ status, body }: Answer & { readonly kind: 'answered' }): string {
  const problem = problemSchema.safeParse(body)
  const { detail, reason, title } = problem.success ? problem.data : {}
  const text = cleanText(detail ?? reason ?? title ?? '')
  return text === '' ? `answered ${status}` : `${text} (${status})`
}

/** One line that can be stored and shown; what is only read by people may be cut. */
export function cleanText(text: string, lengthMax = LENGTH_MAX): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length <= lengthMax ? line : `${characters.slice(0, lengthMax - 1).join('')}…`
}

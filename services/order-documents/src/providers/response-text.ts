import { z } from 'zod'
import { providerText } from '../domain/distribution/provider-text.ts'
import type { ProviderResponse } from './provider-client.ts'

const problemSchema = z.object({
  detail: z.string().optional(),
  reason: z.string().optional(),
  title: z.string().optional(),
})

/** The reason that a provider gives for an error, with the status. */
export function problemOf({
  status,
  body,
}: ProviderResponse & { readonly kind: 'response' }): string {
  const problem = problemSchema.safeParse(body)
  const { detail, reason, title } = problem.success ? problem.data : {}
  const text = providerText(detail ?? reason ?? title ?? '')
  return text === '' ? `answered ${status}` : `${text} (${status})`
}

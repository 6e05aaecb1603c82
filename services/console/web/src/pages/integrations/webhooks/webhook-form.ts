import { changedFields } from '../../../api/changed-fields.ts'
import type { WebhookHeaderInput } from '../../../generated/operations.ts'
import { textOrNull } from '../../../ui/texts.ts'

/** A webhook as it is typed. */
export interface WebhookForm {
  readonly url: string
  readonly description: string
  /** Null means all. */
  readonly events: readonly string[] | null
  readonly headers: readonly WebhookHeaderInput[]
  /** Whether the headers above take the place of the stored ones. */
  readonly replacesHeaders: boolean
  readonly rateLimit: string
  readonly ordered: boolean
}

interface KnownWebhook {
  readonly url: string
  readonly description: string | null
  readonly events: readonly string[] | null
  readonly headerNames: readonly string[]
  readonly rateLimit: number | null
  readonly ordered: boolean
}

export const webhookFormOf = (webhook: KnownWebhook | undefined): WebhookForm => ({
  url: webhook?.url ?? 'https://',
  description: webhook?.description ?? '',
  events: webhook?.events ?? null,
  headers: [],
  // The values of stored headers never come back, so that they can only be replaced as a whole.
  replacesHeaders: (webhook?.headerNames.length ?? 0) === 0,
  rateLimit: String(webhook?.rateLimit ?? ''),
  ordered: webhook?.ordered ?? false,
})

/** What the server is sent; of a webhook that is changed only what was changed. */
export function webhookInputOf(form: WebhookForm, webhook: KnownWebhook | undefined) {
  const values = valuesOf(form)
  return {
    ...(webhook ? changedFields(values, valuesOf(webhookFormOf(webhook))) : values),
    ...(form.replacesHeaders &&
      (!webhook || webhook.headerNames.length > 0 || form.headers.length > 0) && {
        headers: form.headers.map(({ name, value }) => ({ name: name.trim(), value })),
      }),
  }
}

const valuesOf = ({ url, description, events, rateLimit, ordered }: WebhookForm) => ({
  url: url.trim(),
  description: textOrNull(description),
  events,
  rateLimit: rateLimit.trim() === '' ? null : Number(rateLimit),
  ordered,
})

interface Words {
  readonly urlRequired: string
  readonly noEvents: string
  readonly rateWrong: string
  readonly headerRequired: string
  readonly headersOfOrigin: string
}

export interface WebhookViolations {
  readonly url?: string
  readonly events?: string
  readonly headers?: string
  readonly rateLimit?: string
}

/** What is obviously wrong, by field; the server knows more. */
export function webhookViolations(
  form: WebhookForm,
  webhook: KnownWebhook | undefined,
  words: Words,
): WebhookViolations {
  const rate = form.rateLimit.trim()
  const isRate =
    rate === '' || (/^\d{1,4}$/.test(rate) && Number(rate) >= 1 && Number(rate) <= 1000)
  const isHalf = form.headers.some(({ name, value }) => name.trim() === '' || value === '')
  return {
    // http is taken too where an installation permits it, as in development: the server says which hosts it takes.
    ...(!isAddress(form.url.trim()) && { url: words.urlRequired }),
    ...(form.events?.length === 0 && { events: words.noEvents }),
    ...(form.replacesHeaders && isHalf && { headers: words.headerRequired }),
    ...(!form.replacesHeaders &&
      originOf(form.url) !== originOf(webhook?.url) && { headers: words.headersOfOrigin }),
    ...(!isRate && { rateLimit: words.rateWrong }),
  }
}

const originOf = (url = ''): string | undefined => URL.parse(url)?.origin

function isAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== ''
}

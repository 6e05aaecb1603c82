import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { defaultRetryDelaysSeconds } from './deliveries/results/schedule.ts'
import { jsonSchemaOf } from './messages/json-schemas.ts'
import { sentPayloads } from './asyncapi/webhook-messages.ts'

/** docs/webhooks.md agrees with the code. */
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
// oxfmt pads the columns of tables in Markdown.
const page = read('../../../docs/webhooks.md').replaceAll(/ +\|/g, ' |')

describe('docs/webhooks.md', () => {
  test.each(sentPayloads)('describes $name and each of its keys', ({ name, schema, example }) => {
    const [, section = ''] = page.split(`\n### ${name}\n`)
    const [text = ''] = section.split(/\n##/)
    const { properties } = jsonSchemaOf(schema) as {
      readonly properties: Readonly<Record<string, { readonly description: string }>>
    }
    expect(text).toContain(schema.description)
    expect(text).toContain(`(webhooks/schemas/${name}.json)`)
    for (const [key, { description }] of Object.entries(properties)) {
      expect(text).toMatch(new RegExp(`^\\| \`${key}\` \\|[^|]+\\| `, 'm'))
      expect(text).toContain(`| ${description} |`)
    }
    const [, json = ''] = /```json\n([\s\S]*?)```/.exec(text) ?? []
    expect(JSON.parse(json)).toEqual(example)
  })

  test('describes every error of a delivery', () => {
    const texts = [
      read('../../kit/src/http/network-error.ts').matchAll(/^ {2}\| '([^']+)'/gm),
      read('deliveries/results/decision.ts').matchAll(/['`](answered [^'`]+)['`]/g),
      read('deliveries/attempt-delivery.ts').matchAll(/error(?: =|:) '([^']+)'/g),
    ]
      .flatMap((found) => [...found])
      .map(([, text = '']) => text.replace('${statusCode}', '…'))
      // An aborted attempt is not counted or reported.
      .filter((text) => text !== 'stopped')
    expect(texts.length).toBeGreaterThanOrEqual(16)
    const [, table = ''] = page.split('\n## Troubleshooting\n')
    const documented = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, text = '']) => text)
    expect(documented.filter((text) => !text.startsWith('pending')).sort()).toEqual(
      [...new Set(texts)].sort(),
    )
  })

  test('states each limit correctly', () => {
    const [, table = ''] = page.split('\n## Limits\n')
    const rows = [...table.matchAll(/^\| ([A-Z][^|]+) \| ([^|]+) \|$/gm)]
    expect(Object.fromEntries(rows.map(([, what = '', limit]) => [what, limit]))).toEqual(limits())
  })
})

function limits(): Readonly<Record<string, string>> {
  const creations = constantsOf('subscriptions/create-webhook.ts')
  const headers = constantsOf('deliveries/send/custom-headers.ts')
  const results = constantsOf('deliveries/results/write-results.ts')
  const replays = constantsOf('subscriptions/replay-deliveries.ts')
  const wrongCodes = constantsOf('subscriptions/verify-webhook.ts')
  const times = constantsOf('service.ts')
  const calls = (kind: string) =>
    numberIn('subscriptions/limit-calls.ts', new RegExp(`${kind}: \\{ calls: ([\\d_]+)`))
  const retention = numberIn('config.ts', /'WEBHOOKS_RETENTION_DAYS', \{\s+default: ([\d_]+)/)
  return {
    'Subscriptions of an organization': `${creations('WEBHOOKS_MAX')}; ${creations('PER_HOUR_MAX')} created in an hour`,
    'Time to connect, and of an attempt': `${times('CONNECT_TIMEOUT_MS') / 1_000} s, ${times('ATTEMPT_TIMEOUT_MS') / 1_000} s`,
    'Messages under way to a subscription': `${constantsOf('db/leases.ts')('IN_FLIGHT_MAX_PER_WEBHOOK')}; ${constantsOf('deliveries/leases/claim-deliveries.ts')('IN_FLIGHT_MAX_WHILE_FAILING')} while it fails`,
    'Attempts of a delivery': `${defaultRetryDelaysSeconds.length + 1} in a good three days`,
    'Response that is read, and kept': `${constantsOf('deliveries/send/sender.ts')('RESPONSE_BYTES_MAX') / 1_024} KiB, ${formatted(constantsOf('deliveries/results/response-text.ts')('LENGTH_MAX'))} characters`,
    'Headers of your own': `${headers('HEADERS_MAX')}; names of ${headers('NAME_LENGTH_MAX')}, values of ${formatted(headers('VALUE_LENGTH_MAX'))} visible ASCII characters`,
    'Url, description': `${formatted(constantsOf('deliveries/addresses/target-url.ts')('URL_LENGTH_MAX'))} and ${constantsOf('subscriptions/webhook-input.ts')('DESCRIPTION_LENGTH_MAX')} characters`,
    'Code of the handshake': `${numberIn('subscriptions/verification-code.ts', /VALID_MS = (\d+) \* 3_600_000/)} hours; sent anew ${calls('verify')} times an hour; ${wrongCodes('FAILURES_MAX')} wrong ones in ${wrongCodes('WINDOW_SECONDS') / 60} minutes`,
    'Test events, retries': `${calls('test')} and ${calls('retry')} a minute for a subscription`,
    Replays: `${calls('replay')} an hour for a subscription, ${formatted(replays('REPLAY_MAX'))} deliveries each, ${replays('DELIVERIES_PER_SECOND_MAX')} a second`,
    'Secrets that sign at once': formatted(
      constantsOf('subscriptions/rotate-secret.ts')('SIGNING_SECRETS_MAX'),
    ),
    'Deliveries in the log': `${retention} days at least; the newest ${results('LOG_MAX')} attempts of each, ${results('RESPONSES_MAX')} of them with the response`,
  }
}

/** 10,000 */
function formatted(limit: number): string {
  return limit.toLocaleString('en-US')
}

/** Numeric constants of a source file by name: most are used in one file only, and not exported. */
function constantsOf(path: string): (name: string) => number {
  return (name) => numberIn(path, new RegExp(`const ${name} = ([\\d_]+)$`, 'm'))
}

function numberIn(path: string, pattern: RegExp): number {
  const [, digits] = pattern.exec(read(path)) ?? []
  if (digits === undefined) throw new Error(`${path} has no number at ${String(pattern)}`)
  return Number(digits.replaceAll('_', ''))
}

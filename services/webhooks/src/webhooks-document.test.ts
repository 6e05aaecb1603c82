import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { jsonSchemaOf } from './reference/json-schemas.ts'
import { sentPayloads } from './reference/webhook-messages.ts'

/** docs/webhooks.md says what the code says. */
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
// Prettier pads the columns of tables in Markdown.
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

  test('says of every error of a delivery what to do', () => {
    const texts = [
      read('../../kit/src/network-error.ts').matchAll(/^ {2}\| '([^']+)'/gm),
      read('deliveries/verdict.ts').matchAll(/['`](answered [^'`]+)['`]/g),
      read('deliveries/attempt-delivery.ts').matchAll(/error(?: =|:) '([^']+)'/g),
    ]
      .flatMap((found) => [...found])
      .map(([, text = '']) => text.replace('${statusCode}', '…'))
    expect(texts.length).toBeGreaterThanOrEqual(17)
    const [, table = ''] = page.split('\n## Troubleshooting\n')
    const told = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, text = '']) => text)
    expect(told.filter((text) => !text.startsWith('pending')).sort()).toEqual(
      [...new Set(texts)].sort(),
    )
  })
})

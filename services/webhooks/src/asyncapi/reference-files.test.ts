import { randomBytes } from 'node:crypto'
import { Ajv } from 'ajv'
import type { AnySchema } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { eventCatalog } from '../messages/event-catalog.ts'
import { signatureHeaders, signingKey } from '../messages/signing.ts'
import {
  payloadOf,
  sampleEventOf,
  VERIFICATION_EVENT,
  webhookEvents,
} from '../messages/webhook-events.ts'
import { referenceFiles } from './reference-files.ts'

const files = new Map(
  [...referenceFiles({ openapi: '3.1.0' })].map(([name, text]) => [
    name,
    JSON.parse(text) as AnySchema,
  ]),
)
const schemaOf = (event: string): AnySchema =>
  files.get(`docs/webhooks/schemas/${event}.json`) ?? {}

function ajv2020(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true })
  formats.default(ajv)
  return ajv
}

describe.each(webhookEvents)('the JSON Schema of %s', (event) => {
  const isValid = ajv2020().compile(schemaOf(event))
  const payload = payloadOf(event, sampleEventOf(event).data, 17)

  test('accepts every sent payload, also with a key of a later version', () => {
    expect({ is: isValid(payload), errors: isValid.errors }).toEqual({ is: true, errors: null })
    expect(isValid({ ...payload, added_later: true })).toBe(true)
  })

  test('equals the schema from the API', () => {
    expect(schemaOf(event)).toMatchObject(
      eventCatalog.find(({ name }) => name === event)?.schema ?? { event: 'is in the catalog' },
    )
  })

  test.each(Object.keys(payload))('requires %s with its type', (key) => {
    expect(isValid({ ...payload, [key]: undefined })).toBe(false)
    expect(isValid({ ...payload, [key]: null })).toBe(false)
    expect(isValid({ ...payload, [key]: '' })).toBe(false)
  })
})

test('the OpenAPI document has the request of every payload, and keeps what is written by hand', () => {
  const document = files.get('docs/openapi.json') as { openapi: string; webhooks: object }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.webhooks).toSorted()).toEqual(
    [...webhookEvents, VERIFICATION_EVENT].toSorted(),
  )
})

describe('the AsyncAPI document', () => {
  const document = files.get('docs/webhooks/asyncapi.json') as AsyncapiDocument
  const ajv = new Ajv({ strict: true })
  formats.default(ajv)
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema(schema, `#/components/schemas/${name}`)
  }

  test('every reference resolves', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)]
    expect(references.length).toBeGreaterThan(20)
    for (const [, reference = ''] of references) {
      const found = reference
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document)
      expect({ reference, found }).toEqual({ reference, found: expect.anything() as unknown })
    }
  })

  test('the example of every message fits its schema', () => {
    const messages = Object.values(document.components.messages)
    expect(messages.length).toBe(2 * webhookEvents.length + 1)
    for (const { payload, examples } of messages) {
      for (const example of examples) {
        ajv.validate(payload.$ref, example.payload)
        expect(ajv.errorsText()).toBe('No errors')
      }
    }
  })

  test('a sent message has the documented headers', () => {
    const secret = (): string => `whsec_${randomBytes(32).toString('base64')}`
    const headers = {
      ...signatureHeaders({
        id: '01a1fdeb-a704-716b-9f23-8e3d54e2cd63',
        at: new Date(),
        body: Buffer.from('{}'),
        keys: [signingKey(secret()), signingKey(secret())],
      }),
      'content-type': 'application/json',
      'user-agent': 'Takeoff-Webhooks/1.0',
    }
    const schema = '#/components/schemas/webhookHeaders'
    ajv.validate(schema, headers)
    expect(ajv.errorsText()).toBe('No errors')
    expect(ajv.validate(schema, { ...headers, 'webhook-signature': 'v1,' })).toBe(false)
  })
})

interface AsyncapiDocument {
  readonly components: {
    readonly schemas: Readonly<Record<string, AnySchema>>
    readonly messages: Readonly<
      Record<
        string,
        {
          readonly payload: { readonly $ref: string }
          readonly examples: readonly { readonly payload: unknown }[]
        }
      >
    >
  }
}

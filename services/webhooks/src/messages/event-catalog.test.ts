import { expect, test } from 'vitest'
import { eventCatalog } from './event-catalog.ts'
import { webhookEvents } from './webhook-events.ts'

test('every selectable event is in the catalog, with a description of each key', () => {
  expect(eventCatalog.map(({ name }) => name)).toEqual(webhookEvents)
  for (const { name, description, example, schema } of eventCatalog) {
    const { required, properties, additionalProperties } = schema as {
      readonly required: readonly string[]
      readonly properties: Readonly<Record<string, { readonly description?: string }>>
      readonly additionalProperties?: unknown
    }
    expect(description).toMatch(/\.$/)
    expect(example).toMatchObject({ event: name })
    expect(required.toSorted()).toEqual(Object.keys(example).sort())
    expect(Object.keys(properties).sort()).toEqual(Object.keys(example).sort())
    for (const property of Object.values(properties)) expect(property.description).toMatch(/\.$/)
    // A receiver must not refuse a key of a later version.
    expect(additionalProperties).toBeUndefined()
  }
})

import { buildSchema } from 'graphql'
import { expect, it } from 'vitest'
import { inputSchemaOf } from './input-schema.ts'
import { parseTool } from './tool-document.ts'

const schema = buildSchema(`
  scalar DateTime
  scalar JSON
  enum Color { RED GREEN }
  "A part."
  input Part {
    "Name of the part."
    name: String!
    weight: Float = 1.5
    color: Color
    parts: [Part!]
  }
  type Query {
    find(
      "How many."
      first: Int = 50
      "Not before."
      since: DateTime
      ids: [ID!]!
      part: Part
      any: JSON
      isNew: Boolean!
    ): Int
  }
`)

const schemaOf = (variables: string, selection: string) =>
  inputSchemaOf(
    parseTool('a.graphql', `"A" query a(${variables}) @tool(title: "A") { ${selection} }`),
    schema,
  )

it('describes the variables by the arguments that take them', () => {
  const variables =
    '$first: Int = 20, $since: DateTime, $ids: [ID!]!, $any: JSON, "New?" $isNew: Boolean!'
  const selection = 'find(first: $first, since: $since, ids: $ids, any: $any, isNew: $isNew)'
  expect(schemaOf(variables, selection)).toEqual({
    type: 'object',
    properties: {
      first: {
        type: ['integer', 'null'],
        minimum: -2_147_483_648,
        maximum: 2_147_483_647,
        description: 'How many.',
        default: 20,
      },
      since: { type: ['string', 'null'], format: 'date-time', description: 'Not before.' },
      ids: { type: 'array', items: { type: ['string', 'integer'] } },
      any: {},
      isNew: { type: 'boolean', description: 'New?' },
    },
    required: ['ids', 'isNew'],
    additionalProperties: false,
  })
})

it('defines an input type once, even one that contains itself', () => {
  const { properties, $defs } = schemaOf(
    '$part: Part, $name: String!',
    'a: find(ids: [], isNew: true, part: $part) b: find(ids: [], isNew: true, part: { name: $name })',
  )
  expect(properties).toEqual({
    part: { anyOf: [{ $ref: '#/$defs/Part' }, { type: 'null' }] },
    name: { type: 'string', description: 'Name of the part.' },
  })
  expect($defs).toEqual({
    Part: {
      type: 'object',
      description: 'A part.',
      properties: {
        name: { type: 'string', description: 'Name of the part.' },
        weight: { type: ['number', 'null'], default: 1.5 },
        color: { type: ['string', 'null'], enum: ['RED', 'GREEN', null] },
        parts: { type: ['array', 'null'], items: { $ref: '#/$defs/Part' } },
      },
      required: ['name'],
      additionalProperties: false,
    },
  })
})

import { fragmentsOf } from '@takeoff/kit/graphql/compiled-query/fragments'
import type { JsonObject } from '@takeoff/kit/values/json'
import { Kind, parse } from 'graphql'
import type { SelectionNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import { byConditions, Conditions, isSelected } from './conditions.ts'
import type { ConditionValues } from './conditions.ts'

/** The first selection of a document. */
function selection(directives: string): SelectionNode {
  const [operation] = parse(`{ field ${directives} }`).definitions
  const [first] =
    operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections : []
  if (first === undefined) throw new Error('nothing is selected')
  return first
}

/** Those of the first operation of a document. */
function conditionsOf(text: string): Conditions {
  const document = parse(text)
  const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)
  if (operation === undefined) throw new Error('there is no operation')
  return new Conditions(operation, fragmentsOf(document))
}

it.each<[string, ConditionValues, boolean]>([
  ['', {}, true],
  ['@include(if: true)', {}, true],
  ['@include(if: false)', {}, false],
  ['@skip(if: true)', {}, false],
  ['@skip(if: false)', {}, true],
  ['@include(if: $v)', { v: true }, true],
  ['@include(if: $v)', { v: false }, false],
  ['@skip(if: $v)', { v: true }, false],
  ['@skip(if: $v) @include(if: $w)', { v: false, w: false }, false],
  ['@skip(if: $v) @include(if: $w)', { v: false, w: true }, true],
  ['@other(if: false)', {}, true],
])('a selection with %s and %o counts: %o', (directives, decided, counts) => {
  expect(isSelected(selection(directives), decided)).toBe(counts)
})

describe('the conditions of an operation', () => {
  it('depend on variables at every level, nested fragments included', () => {
    const conditions = conditionsOf(`
      query ($a: Boolean!, $b: Boolean!, $c: Int, $d: Boolean!) { x(c: $c) @skip(if: $a) ...F }
      fragment F on T { y @include(if: $b) z @skip(if: $a) ...G ...F }
      fragment G on T { w @other(if: $c) ... @include(if: $d) { y } }`)
    expect(conditions.decide({ a: true, d: true })).toEqual({ a: true, b: false, d: true })
  })

  it('are not those of another operation of the document', () => {
    const conditions = conditionsOf(`
      query A($v: Boolean) { x(v: $v) }
      query B($v: Boolean = true) { ...F }
      fragment F on T { y @include(if: $v) }`)
    expect(conditions.decide({ v: true })).toEqual({})
    expect(conditions.violations({ v: null })).toBeUndefined()
  })

  it.each<[string, string, JsonObject, ConditionValues]>([
    ['what is sent', '$v: Boolean = true', { v: false }, { v: false }],
    ['else their default', '$v: Boolean = true', {}, { v: true }],
    ['whatever its name', '$constructor: Boolean = true', {}, { constructor: true }],
  ])('have for their value %s', (_, definition, variables, decided) => {
    const name = /\w+/.exec(definition)?.[0]
    const conditions = conditionsOf(`query (${definition}) { x @skip(if: $${name}) }`)
    expect(conditions.decide(variables)).toEqual(decided)
  })

  it('are invalid when they are null, even where they have a default', () => {
    const conditions = conditionsOf(`query ($a: Boolean = true, $b: Boolean = true, $c: Boolean) {
      x @skip(if: $a) @include(if: $b) y(c: $c) }`)
    expect(conditions.violations({ a: null, b: false, c: null })).toMatchObject([
      {
        message: 'Variable "$a" must not be null: @skip or @include depends on it.',
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ])
    expect(conditions.violations({ a: true })).toBeUndefined()
  })
})

it('values that depend on conditions are made once for each combination of them', () => {
  const made: ConditionValues[] = []
  const conditions = conditionsOf(
    'query ($a: Boolean!, $b: Boolean!, $c: Int) { x(c: $c) @skip(if: $a) @include(if: $b) }',
  )
  const of = byConditions(conditions, (decided) => {
    made.push(decided)
    return decided
  })
  const first = of({ a: true, b: false, c: 1 })
  expect(of({ a: false, b: true })).not.toBe(first)
  expect(of({ a: true, b: false, c: 2 })).toBe(first)
  expect(made).toEqual([
    { a: true, b: false },
    { a: false, b: true },
  ])
})

import { Kind, parse } from 'graphql'
import type { SelectionNode } from 'graphql'
import { expect, it } from 'vitest'
import { conditionVariables, isSelected } from './conditions.ts'

function selection(directives: string): SelectionNode {
  const [operation] = parse(`{ field ${directives} }`).definitions
  const [first] =
    operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections : []
  if (first === undefined) throw new Error('nothing is selected')
  return first
}

it.each([
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
])('a selection with %s and %o counts: %o', (directives, variables, counts) => {
  expect(isSelected(selection(directives), variables)).toBe(counts)
})

it('hangs on variables wherever they stand, fragments included', () => {
  const document = parse(`
    query ($a: Boolean!, $b: Boolean!, $c: Int) { x(c: $c) @skip(if: $a) ...F }
    fragment F on T { y @include(if: $b) z @skip(if: $a) }`)
  expect(conditionVariables(document)).toEqual(['a', 'b'])
})

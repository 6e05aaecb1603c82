import { getOperationAST, parse } from 'graphql'
import { expect, test } from 'vitest'
import { conditionVariables } from './condition-variables.ts'
import { fragmentsOf } from './fragments.ts'

function variablesOf(text: string, operationName?: string): ReadonlySet<string> {
  const document = parse(text)
  const operation = getOperationAST(document, operationName)
  if (!operation) throw new Error('there is no operation')
  return conditionVariables(operation, fragmentsOf(document))
}

test('the variables of conditions are found everywhere, including nested fragments', () => {
  const variables = variablesOf(`
    query ($a: Boolean!, $b: Boolean!, $c: Int, $d: Boolean!) { x(c: $c) @skip(if: $a) ...F }
    fragment F on T { y @include(if: $b) z @skip(if: true) ...G ...F }
    fragment G on T { w @other(if: $c) ... @include(if: $d) { y } }`)
  expect(variables).toEqual(new Set(['a', 'b', 'd']))
})

test('variables of another operation of the document are not among them', () => {
  const document = `
    query A($v: Boolean, $w: Boolean!) { x(v: $v) y @skip(if: $w) }
    query B($v: Boolean!) { z @skip(if: $v) ...F }
    fragment F on T { y @include(if: $v) }`
  expect(variablesOf(document, 'A')).toEqual(new Set(['w']))
  expect(variablesOf(document, 'B')).toEqual(new Set(['v']))
})

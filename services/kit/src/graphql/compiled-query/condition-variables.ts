import { Kind, visit } from 'graphql'
import type { FragmentDefinitionNode, OperationDefinitionNode } from 'graphql'
import type { Fragments } from './fragments.ts'

/**
 * The variables that `@skip` and `@include` read in an operation and in the fragments that it reaches. Another
 * operation of the same document may use the same names for something else.
 */
export function conditionVariables(
  operation: OperationDefinitionNode,
  fragments: Fragments,
): ReadonlySet<string> {
  const names = new Set<string>()
  const reached = new Set<OperationDefinitionNode | FragmentDefinitionNode>([operation])
  // The loop also visits the fragments that are added to the set on the way.
  for (const part of reached)
    visit(part, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value)
        if (fragment !== undefined) reached.add(fragment)
      },
      Directive(directive) {
        if (directive.name.value !== 'skip' && directive.name.value !== 'include') return
        const value = directive.arguments?.[0]?.value
        if (value?.kind === Kind.VARIABLE) names.add(value.name.value)
      },
    })
  return names
}

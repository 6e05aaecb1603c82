import { Kind, visit } from 'graphql'
import type { DirectiveNode, DocumentNode, SelectionNode } from 'graphql'
import type { JsonObject } from './json.ts'

/** The variables on which `@skip` and `@include` depend. */
export function conditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>()
  visit(document, {
    Directive(directive) {
      if (directive.name.value !== 'skip' && directive.name.value !== 'include') return
      const value = directive.arguments?.[0]?.value
      if (value?.kind === Kind.VARIABLE) names.add(value.name.value)
    },
  })
  return [...names]
}

/** Whether a selection is part of the answer for these values of the variables. */
export function isSelected({ directives }: SelectionNode, variables: JsonObject): boolean {
  return (directives ?? []).every((directive) => {
    if (directive.name.value === 'skip') return !condition(directive, variables)
    if (directive.name.value === 'include') return condition(directive, variables)
    return true
  })
}

function condition(directive: DirectiveNode, variables: JsonObject): boolean {
  const value = directive.arguments?.[0]?.value
  if (value?.kind === Kind.VARIABLE) return variables[value.name.value] === true
  return value?.kind === Kind.BOOLEAN && value.value
}

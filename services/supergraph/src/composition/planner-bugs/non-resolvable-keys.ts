import {
  baseType,
  isCompositeType,
  parseFieldSetArgument,
  possibleRuntimeTypes,
} from '@apollo/federation-internals'
import type { ObjectType, Subgraph, Supergraph } from '@apollo/federation-internals'
import type { PlannerBug } from '../findings.ts'
import { fieldsTypeOf, requirementsOf } from './requirements.ts'
import type { Requirement } from './requirements.ts'

/**
 * Where a field with `@requires` is selected on an entity that the subgraph has returned itself, the planner fetches
 * the required fields elsewhere and enters the subgraph again. It uses the first key of the type in this subgraph,
 * and does not look at `resolvable`.
 */
export function nonResolvableKeys(supergraph: Supergraph): PlannerBug[] {
  const subgraphs = [...supergraph.subgraphs().values()]
  return subgraphs.flatMap((subgraph) =>
    requirementsOf(subgraph).flatMap((requirement) => {
      const [first, ...others] = keysOf(requirement)
      if (first === undefined || first.isResolvable) return []
      if (!isEnteredAgain(requirement, subgraphs)) return []
      const remedy = others.some(({ isResolvable }) => isResolvable)
        ? 'Declare a resolvable key of the type before this one'
        : 'Make the key resolvable'
      const { type, field } = requirement
      const message =
        `[${subgraph.name}] ${field.coordinate}: to resolve @requires, the planner uses the first key of ${type.name} in ` +
        `this subgraph, @key(fields: "${first.fields}", resolvable: false), although it is not resolvable: the field ` +
        `is null in responses. ${remedy}.`
      return [{ code: 'NON_RESOLVABLE_KEY', message }]
    }),
  )
}

/** Keys whose values the subgraph can provide. */
function keysOf({ subgraph, type }: Requirement) {
  const metadata = subgraph.metadata()
  return type.appliedDirectivesOf(metadata.keyDirective()).flatMap((directive) => {
    const selection = parseFieldSetArgument({ parentType: type, directive, validate: false })
    if (metadata.selectionSelectsAnyExternalField(selection)) return []
    const { fields, resolvable = true } = directive.arguments()
    return [{ fields: String(fields), isResolvable: resolvable }]
  })
}

/** Otherwise each request enters the subgraph by a resolvable key, with the required fields. */
function isEnteredAgain(requirement: Requirement, subgraphs: readonly Subgraph[]): boolean {
  const { subgraph, type } = requirement
  return (
    returnsType(subgraph, type) ||
    subgraphs.some((other) => other !== subgraph && !suppliesRequired(other, requirement))
  )
}

function returnsType({ schema }: Subgraph, type: ObjectType): boolean {
  return [...schema.objectTypes(), ...schema.interfaceTypes()]
    .flatMap((parent) => [...parent.fields()])
    .filter(({ name }) => name !== '_entities')
    .some((field) => {
      const returned = field.type && baseType(field.type)
      return (
        returned !== undefined &&
        isCompositeType(returned) &&
        possibleRuntimeTypes(returned).includes(type)
      )
    })
}

/** A subgraph without the type cannot be the source of an entity. */
function suppliesRequired(subgraph: Subgraph, { type, selection }: Requirement): boolean {
  const there = fieldsTypeOf(subgraph.schema, type.name)
  if (there === undefined) return true
  if (!selection.canRebaseOn(there)) return false
  const required = selection.rebaseOn({
    parentType: there,
    fragments: undefined,
    errorIfCannotRebase: true,
  })
  return !subgraph.metadata().selectionSelectsAnyExternalField(required)
}

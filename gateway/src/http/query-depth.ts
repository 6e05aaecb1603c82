import { GraphQLError, Kind } from 'graphql'
import type { SelectionSetNode, ValidationContext, ValidationRule } from 'graphql'

/** A validation rule: no operation may nest fields deeper than this. Fragments count where they are used. */
export function queryDepthRule(depthMax: number): ValidationRule {
  return (context) => {
    const depthOf = depthCounter(context)
    return {
      OperationDefinition(operation) {
        const depth = depthOf(operation.selectionSet)
        if (depth <= depthMax) return
        context.reportError(
          new GraphQLError(
            `The operation nests fields ${depth} levels deep; at most ${depthMax} are served. Split it into several.`,
            { nodes: operation },
          ),
        )
      },
    }
  }
}

/** Each fragment is measured once, so that a document cannot make this slower than its own length. */
function depthCounter(context: ValidationContext): (set: SelectionSetNode) => number {
  const fragments = new Map<string, number>()

  function ofSet(set: SelectionSetNode): number {
    return set.selections.reduce((deepest, selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD)
        return Math.max(deepest, ofFragment(selection.name.value))
      const below = selection.selectionSet === undefined ? 0 : ofSet(selection.selectionSet)
      return Math.max(deepest, selection.kind === Kind.FIELD ? below + 1 : below)
    }, 0)
  }

  function ofFragment(name: string): number {
    const known = fragments.get(name)
    if (known !== undefined) return known
    // A cycle is another rule's finding; it must only not keep us here.
    fragments.set(name, 0)
    const fragment = context.getFragment(name)
    const depth = fragment === null || fragment === undefined ? 0 : ofSet(fragment.selectionSet)
    fragments.set(name, depth)
    return depth
  }

  return ofSet
}

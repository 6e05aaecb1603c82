import { isIntrospection } from '@takeoff/kit/graphql/introspection'
import { Kind } from 'graphql'
import type {
  DocumentNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql'

/** The size of an operation once its fragments are written out. */
export interface OperationSize {
  readonly depth: number
  readonly fields: number
  readonly aliases: number
  readonly rootFields: number
  readonly directives: number
  /** Levels of selections, those of fragments included; infinite when there are too many to count. */
  readonly nesting: number
  /** Approximate number of values in the response to `__schema` and `__type`; 0 without them. */
  readonly introspection: number
}

/** How long the lists of an introspection are in a schema of middling size. All other fields count once. */
const LIST_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['types', 100],
  ['fields', 10],
  ['inputFields', 10],
  ['enumValues', 5],
  ['args', 3],
  ['interfaces', 2],
  ['possibleTypes', 2],
  ['directives', 10],
])

type Size = { -readonly [K in keyof OperationSize]: OperationSize[K] } & { values: number }

/**
 * Measures every operation of a document. A fragment is measured once and added wherever it is used, so that the time
 * is proportional to the length of the document.
 * @param nestingMax where counting ends, and with it the recursion
 */
export function measureOperations(document: DocumentNode, nestingMax: number): OperationSize[] {
  const fragments = new Map<string, FragmentDefinitionNode>()
  const operations: OperationDefinitionNode[] = []
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(definition.name.value, definition)
    else if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition)
  }
  const sizeOf = sizer(fragments, nestingMax)
  return operations.map(sizeOf)
}

function sizer(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  nestingMax: number,
): (operation: OperationDefinitionNode) => OperationSize {
  const known = new Map<string, Size>()

  function ofSet(set: SelectionSetNode, level: number): Size {
    const size = emptySize()
    if (level > nestingMax) return { ...size, nesting: Number.POSITIVE_INFINITY }
    for (const selection of set.selections) add(size, ofSelection(selection, level))
    size.nesting += 1
    return size
  }

  function ofSelection(selection: SelectionNode, level: number): Size {
    const below =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? ofFragment(selection.name.value, level)
        : selection.selectionSet === undefined
          ? emptySize()
          : ofSet(selection.selectionSet, level + 1)
    const directives = below.directives + (selection.directives?.length ?? 0)
    if (selection.kind !== Kind.FIELD) return { ...below, directives }
    const values = (LIST_LENGTHS.get(selection.name.value) ?? 1) * (1 + below.values)
    return {
      depth: below.depth + 1,
      fields: below.fields + 1,
      aliases: below.aliases + (selection.alias === undefined ? 0 : 1),
      rootFields: 1,
      directives,
      nesting: below.nesting,
      values,
      introspection: isIntrospection(selection) ? values : below.introspection,
    }
  }

  function ofFragment(name: string, level: number): Size {
    const measured = known.get(name)
    if (measured !== undefined) return measured
    // Validation reports a cycle; here it must only not recurse without end.
    known.set(name, emptySize())
    const fragment = fragments.get(name)
    const size = fragment === undefined ? emptySize() : ofSet(fragment.selectionSet, level + 1)
    size.directives += fragment?.directives?.length ?? 0
    known.set(name, size)
    return size
  }

  return (operation) => {
    const size = ofSet(operation.selectionSet, 1)
    for (const variable of operation.variableDefinitions ?? [])
      size.directives += variable.directives?.length ?? 0
    size.directives += operation.directives?.length ?? 0
    return size
  }
}

function emptySize(): Size {
  return {
    depth: 0,
    fields: 0,
    aliases: 0,
    rootFields: 0,
    directives: 0,
    nesting: 0,
    introspection: 0,
    values: 0,
  }
}

function add(sum: Size, size: Size): void {
  sum.depth = Math.max(sum.depth, size.depth)
  sum.nesting = Math.max(sum.nesting, size.nesting)
  sum.fields += size.fields
  sum.aliases += size.aliases
  sum.rootFields += size.rootFields
  sum.directives += size.directives
  sum.introspection += size.introspection
  sum.values += size.values
}

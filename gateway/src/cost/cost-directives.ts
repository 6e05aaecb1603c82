import { Kind, parse, valueFromASTUntyped } from 'graphql'
import type {
  ConstDirectiveNode,
  DefinitionNode,
  DocumentNode,
  FieldDefinitionNode,
  InputValueDefinitionNode,
} from 'graphql'

/** The feature of a supergraph that brings `@cost` and `@listSize`, whatever its version. */
const COST_FEATURE = /^https:\/\/specs\.apollo\.dev\/cost\/v/
const FEATURE_NAME = 'cost'

export interface ListSize {
  readonly assumedSize: number | undefined
  /** Paths into the arguments of the field: `first`, or `filter.first`. */
  readonly slicingArguments: readonly (readonly string[])[]
  /** Paths into the fields below; without any the size is that of the field itself. */
  readonly sizedFields: readonly (readonly string[])[]
  readonly requireOneSlicingArgument: boolean
}

/** The cost directives of a supergraph. Keys are schema coordinates. */
export interface CostDirectives {
  /** Weights of `Type`, `Type.field`, `Type.field(argument:)` and `Input.field`. */
  readonly weights: ReadonlyMap<string, number>
  readonly listSizes: ReadonlyMap<string, ListSize>
}

/** Reads the directives under whatever names the supergraph has imported them. */
export function readCostDirectives(supergraphSdl: string): CostDirectives {
  const document = parse(supergraphSdl, { noLocation: true })
  const names = directiveNames(document)
  const weights = new Map<string, number>()
  const listSizes = new Map<string, ListSize>()

  function readWeight(coordinate: string, directives: readonly ConstDirectiveNode[] = []): void {
    const weight = Number(argumentsOf(directives, names.cost)?.['weight'])
    if (Number.isFinite(weight)) weights.set(coordinate, weight)
  }

  function readField(
    typeName: string,
    field: FieldDefinitionNode | InputValueDefinitionNode,
  ): void {
    const coordinate = `${typeName}.${field.name.value}`
    readWeight(coordinate, field.directives)
    if (field.kind === Kind.INPUT_VALUE_DEFINITION) return
    const size = argumentsOf(field.directives ?? [], names.listSize)
    if (size !== undefined) listSizes.set(coordinate, listSizeOf(size))
    for (const { name, directives } of field.arguments ?? [])
      readWeight(`${coordinate}(${name.value}:)`, directives)
  }

  for (const definition of document.definitions) {
    if (!isTypeDefinition(definition)) continue
    const { name, directives } = definition
    readWeight(name.value, directives)
    if ('fields' in definition)
      for (const field of definition.fields ?? []) readField(name.value, field)
  }
  return { weights, listSizes }
}

type TypeDefinition = Extract<DefinitionNode, { readonly kind: `${string}Type${string}` }>

function isTypeDefinition(definition: DefinitionNode): definition is TypeDefinition {
  return /Type(Definition|Extension)$/.test(definition.kind)
}

/** Names follow `@link`: an import has its name there, everything else is prefixed by the name of the feature. */
function directiveNames({ definitions }: DocumentNode): {
  readonly cost: string
  readonly listSize: string
} {
  for (const definition of definitions) {
    if (definition.kind !== Kind.SCHEMA_DEFINITION && definition.kind !== Kind.SCHEMA_EXTENSION)
      continue
    for (const directive of definition.directives ?? []) {
      const { url, as: prefix = FEATURE_NAME, import: imports } = valuesOf(directive)
      if (directive.name.value !== 'link' || !COST_FEATURE.test(String(url))) continue
      const imported = importedNames(imports)
      return {
        cost:
          imported.get('@cost') ?? (prefix === FEATURE_NAME ? 'cost' : `${String(prefix)}__cost`),
        listSize: imported.get('@listSize') ?? `${String(prefix)}__listSize`,
      }
    }
  }
  return { cost: 'cost', listSize: 'listSize' }
}

function importedNames(imports: unknown): Map<string, string> {
  const entries = Array.isArray(imports) ? (imports as unknown[]) : []
  return new Map(
    entries.map((entry) => {
      const { name, as: alias = name } =
        typeof entry === 'string' ? { name: entry } : (entry as { name: string; as?: string })
      return [name, alias.slice(1)]
    }),
  )
}

function argumentsOf(
  directives: readonly ConstDirectiveNode[],
  name: string,
): Record<string, unknown> | undefined {
  const directive = directives.find((one) => one.name.value === name)
  return directive === undefined ? undefined : valuesOf(directive)
}

function valuesOf(directive: ConstDirectiveNode): Record<string, unknown> {
  return Object.fromEntries(
    (directive.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value)]),
  )
}

function listSizeOf(values: Readonly<Record<string, unknown>>): ListSize {
  const { assumedSize, slicingArguments, sizedFields, requireOneSlicingArgument } = values
  return {
    assumedSize: typeof assumedSize === 'number' ? assumedSize : undefined,
    slicingArguments: pathsOf(slicingArguments),
    sizedFields: pathsOf(sizedFields),
    requireOneSlicingArgument: requireOneSlicingArgument !== false,
  }
}

/** `filter.first`, and for fields `results { page }` as well. */
function pathsOf(texts: unknown): string[][] {
  const given = Array.isArray(texts) ? (texts as unknown[]) : []
  return given.map((text) => String(text).match(/\w+/g) ?? [])
}

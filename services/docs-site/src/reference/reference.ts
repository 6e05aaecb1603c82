import { Supergraph } from '@apollo/federation-internals'
import { LIST_SIZE_DEFAULT } from '@takeoff/gateway/cost/cost-config'
import { readCostDirectives } from '@takeoff/gateway/cost/cost-directives'
import { OperationCosts } from '@takeoff/gateway/cost/operation-costs'
import { accessTable } from '@takeoff/kit/security/access-table'
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isScalarType,
  isSpecifiedScalarType,
  print,
} from 'graphql'
import type {
  GraphQLArgument,
  GraphQLField,
  GraphQLNamedType,
  GraphQLSchema,
  GraphQLType,
} from 'graphql'
import { readExamples } from './examples.ts'
import type { Example } from './examples.ts'
import { fieldsOf, groupTypes, OTHER_GROUP } from './group-types.ts'

type Needs = Readonly<Record<string, readonly { readonly scope: string }[] | undefined>>

const needs: Needs = { ...accessTable.operations, ...accessTable.fields }

interface Described {
  readonly name: string
  readonly type: GraphQLType
  readonly description?: string | null | undefined
  readonly deprecationReason?: string | null | undefined
  readonly defaultValue?: unknown
}

/**
 * The reference of all that a supergraph offers to clients, one page for each subject.
 * @param operationsFolder the examples
 * @returns Markdown by file name
 */
export function createReference(
  supergraphSdl: string,
  operationsFolder: string,
): Map<string, string> {
  return new Reference(supergraphSdl, readExamples(operationsFolder)).pages()
}

class Reference {
  readonly #schema: GraphQLSchema
  readonly #examples: ReadonlyMap<string, Example>
  readonly #groups: ReadonlyMap<GraphQLNamedType, string>
  readonly #costs: OperationCosts
  readonly #weights: ReadonlyMap<string, number>

  constructor(supergraphSdl: string, examples: ReadonlyMap<string, Example>) {
    const schema = Supergraph.build(supergraphSdl).apiSchema().toGraphQLJSSchema()
    const directives = readCostDirectives(supergraphSdl)
    this.#schema = schema
    this.#examples = examples
    this.#groups = groupTypes(schema, (coordinate) => this.#groupOf(coordinate))
    this.#costs = new OperationCosts({ schema, directives, listSize: LIST_SIZE_DEFAULT })
    this.#weights = directives.weights
  }

  pages(): Map<string, string> {
    const roots = [this.#schema.getQueryType(), this.#schema.getMutationType()].flatMap(
      (type) => type ?? [],
    )
    const operations = roots.flatMap((root) =>
      Object.values(root.getFields()).map((field) => ({
        group: this.#groupOf(`${root.name}.${field.name}`),
        kind: root.name.toLowerCase(),
        coordinate: `${root.name}.${field.name}`,
        field,
      })),
    )
    const groups = [...new Set(operations.map(({ group }) => group))].sort()
    const pages = new Map(
      groups.map((group) => {
        const own = operations.filter((operation) => operation.group === group)
        return [
          `${group}.md`,
          [
            `# ${headingOf(group)}`,
            ...own.map((operation) => this.#operation(operation)),
            ...this.#typesOf(group).map((type) => this.#type(type)),
          ].join('\n\n'),
        ]
      }),
    )
    return pages.set('index.md', this.#index(groups, operations))
  }

  #index(
    groups: readonly string[],
    operations: readonly { group: string; kind: string; field: GraphQLField<unknown, unknown> }[],
  ): string {
    return [
      '# Reference',
      'Every operation, type and field of `/graphql`, made from the schema that the gateway serves. The examples are operations of the client, which tests run.',
      ...groups.map((group) =>
        [
          `## ${headingOf(group)}`,
          ...operations
            .filter((operation) => operation.group === group)
            .map(
              ({ kind, field: { name, description } }) =>
                `- [${name}](${group}.md#${kind}-${name.toLowerCase()}) (${kind}): ${inline(firstSentence(description))}`,
            ),
        ].join('\n\n'),
      ),
    ].join('\n\n')
  }

  #operation(operation: {
    kind: string
    coordinate: string
    field: GraphQLField<unknown, unknown>
  }): string {
    const { kind, coordinate, field } = operation
    const example = this.#examples.get(coordinate)
    return [
      `## ${kind} ${field.name}`,
      ...paragraphs(field),
      [
        `- Returns: ${this.#link(field)}`,
        ...scopesOf(coordinate).map((scopes) => `- Scopes: ${scopes}`),
        ...(example === undefined
          ? []
          : [`- Cost of the example: at most ${this.#costOf(example)} points`]),
      ].join('\n'),
      ...this.#table('Argument', field.args, coordinate),
      ...(example === undefined ? [] : [`\`\`\`graphql\n${textOf(example)}\n\`\`\``]),
    ].join('\n\n')
  }

  #type(type: GraphQLNamedType): string {
    const rows = fieldsOf(type)
    return [
      `## ${kindOf(type)} ${type.name}`,
      ...paragraphs(type),
      ...this.#weightOf(type.name).map((weight) => `Each costs ${weight} points.`),
      ...this.#table('Field', rows, type.name),
      ...(isEnumType(type) ? type.getValues().map(({ name }) => `- \`${name}\``) : []),
    ].join('\n\n')
  }

  #table(heading: string, rows: readonly Described[], parent: string): string[] {
    if (rows.length === 0) return []
    return [
      [
        `| ${heading} | Type | Description |`,
        '| --- | --- | --- |',
        ...rows.flatMap((row) => [
          this.#row(row.name, row, `${parent}.${row.name}`),
          ...argumentsOf(row).map((argument) =>
            this.#row(
              `${row.name}(${argument.name}:)`,
              argument,
              `${parent}.${row.name}(${argument.name}:)`,
            ),
          ),
        ]),
      ].join('\n'),
    ]
  }

  #row(name: string, row: Described, coordinate: string): string {
    const { description, deprecationReason, defaultValue } = row
    const parts = [
      ...(typeof deprecationReason === 'string' ? [`**Deprecated.** ${deprecationReason}`] : []),
      description ?? '',
      ...(defaultValue === undefined ? [] : [`Default: \`${JSON.stringify(defaultValue)}\`.`]),
      ...scopesOf(coordinate).map((scopes) => `Scopes: ${scopes}.`),
      ...this.#weightOf(coordinate).map((weight) => `Costs ${weight} points.`),
    ]
    return `| \`${name}\` | ${this.#link(row)} | ${inline(parts.join(' '))} |`
  }

  #link({ type }: Pick<Described, 'type'>): string {
    const named = getNamedType(type)
    if (isSpecifiedScalarType(named)) return `\`${String(type)}\``
    const group = this.#groups.get(named) ?? OTHER_GROUP
    return `[\`${String(type)}\`](${group}.md#${kindOf(named)}-${named.name.toLowerCase()})`
  }

  #groupOf(coordinate: string): string {
    return this.#examples.get(coordinate)?.group ?? OTHER_GROUP
  }

  #typesOf(group: string): GraphQLNamedType[] {
    return [...this.#groups]
      .filter(([, own]) => own === group)
      .map(([type]) => type)
      .sort((a, b) => a.name.localeCompare(b.name))
  }

  #weightOf(coordinate: string): number[] {
    const weight = this.#weights.get(coordinate)
    return weight === undefined ? [] : [weight]
  }

  #costOf({ document, operation }: Example): number {
    return this.#costs.of({ document, operation, variables: {} }).requested
  }
}

/** The operation, then the fragments that it uses. */
function textOf({ document, operation }: Example): string {
  const others = document.definitions.filter(({ kind }) => kind !== operation.kind)
  return [operation, ...others].map(print).join('\n\n')
}

/** `distribution-orders` is `Distribution orders`. */
export function headingOf(group: string): string {
  return group.charAt(0).toUpperCase() + group.slice(1).replaceAll('-', ' ')
}

function kindOf(type: GraphQLNamedType): string {
  if (isInputObjectType(type)) return 'input'
  if (isEnumType(type)) return 'enum'
  return isScalarType(type) ? 'scalar' : 'type'
}

function argumentsOf(row: Described): readonly GraphQLArgument[] {
  return 'args' in row ? (row.args as readonly GraphQLArgument[]) : []
}

function scopesOf(coordinate: string): string[] {
  const scopes = needs[coordinate]?.map(({ scope }) => `\`${scope}\``) ?? []
  return scopes.length === 0 ? [] : [scopes.join(', ')]
}

function paragraphs({ description, deprecationReason }: Partial<Described>): string[] {
  return [
    ...(typeof deprecationReason === 'string'
      ? [`**Deprecated.** ${inline(deprecationReason)}`]
      : []),
    ...(description ? [inline(description)] : []),
  ]
}

function firstSentence(text: string | null | undefined): string {
  return /^[\s\S]*?\.(?=\s|$)/.exec(text ?? '')?.[0] ?? text ?? ''
}

/** A description in one line, whose text is not taken for a cell or an element. */
function inline(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;').trim()
}

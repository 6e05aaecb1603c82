import type { QueryPlan } from '@apollo/query-planner'
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInterfaceType,
  isListType,
  isUnionType,
  Kind,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type {
  DirectiveNode,
  DocumentNode,
  FieldNode,
  GraphQLOutputType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql'
import { fieldsByDirective } from './fields-by-directive.ts'
import type { FieldsByDirective } from './fields-by-directive.ts'
import type { RandomOperation } from './random-operation.ts'
import type { DifferentialOperation } from './both-gateways.ts'
import type { Composed } from './supergraphs.ts'
import type { Tally } from './tally.ts'

/** Features that generated operations, their plans and the responses of subgraphs must cover together. */
export const FEATURES = `
  interface, union, list of lists, enum, input object, __typename, field twice with different selections,
  @requires, @provides, @shareable, @override, @interfaceObject, nested key,
  named fragment, inline fragment, fragment on a wider type,
  @skip by a variable, @skip by a literal, @include by a variable, @include by a literal,
  alias __proto__, alias constructor, alias toString, __typename by an alias,
  variable, default instead of a variable, variable instead of a default, no variable, refused variable,
  introspection beside data, mutation, several mutations, operation by name,
  operation with other conditions,
  plan with input rewrites, plan with output rewrites, plan with a condition, plan with steps, plan with branches,
  entity gone, wrong value, missing __typename, data as graphql-js completes it,
  response spliced, response not spliced,
  whole fetch failed, error with a path, error without a path`
  .trim()
  .split(/,\s+/)

/** Covered only by thousands of operations. */
export const RARE_FEATURES: readonly string[] = ['error that stock reports elsewhere']

/** Counts the features of operations on one supergraph. */
export class FeatureCounter {
  readonly #schema: GraphQLSchema
  readonly #fields: FieldsByDirective
  readonly #tally: Tally

  constructor({ subgraphs }: Composed, schema: GraphQLSchema, tally: Tally) {
    this.#schema = schema
    this.#fields = fieldsByDirective(subgraphs, schema)
    this.#tally = tally
  }

  count({ document, operation }: DifferentialOperation, plan: QueryPlan): void {
    this.#countSyntax(document, operation.variables)
    if (operation.operationName !== undefined) this.#tally.add('operation by name')
    const text = JSON.stringify(plan)
    for (const [feature, sign] of PLAN_SIGNS) if (text.includes(sign)) this.#tally.add(feature)
  }

  #countSyntax(document: DocumentNode, variables: RandomOperation['variables']): void {
    const tally = this.#tally
    const types = new TypeInfo(this.#schema)
    const visitor = visitWithTypeInfo(types, {
      OperationDefinition: (node) => tally.add(...operationFeatures(node)),
      FragmentSpread: () => tally.add('named fragment'),
      InlineFragment: () => tally.add('inline fragment'),
      Directive: (node) => tally.add(directiveFeature(node)),
      SelectionSet: (node) => tally.add(...selectionFeatures(node)),
      ObjectValue: () => tally.add('input object'),
      VariableDefinition: ({ variable, defaultValue }) =>
        tally.add(variableFeature(Object.hasOwn(variables, variable.name.value), defaultValue)),
      Field: (node) => {
        tally.add(...fieldFeatures(node), ...typeFeatures(types.getType()))
        tally.add(...(this.#fields.get(`${types.getParentType()?.name}.${node.name.value}`) ?? []))
      },
    })
    visit(document, visitor)
  }
}

const PLAN_SIGNS = [
  ['plan with input rewrites', '"inputRewrites":['],
  ['plan with output rewrites', '"outputRewrites":['],
  ['plan with a condition', '"kind":"Condition"'],
  ['plan with steps', '"kind":"Sequence"'],
  ['plan with branches', '"kind":"Parallel"'],
] as const

function operationFeatures({ operation, selectionSet }: OperationDefinitionNode): string[] {
  const fields = selectionSet.selections.filter(({ kind }) => kind === Kind.FIELD) as FieldNode[]
  if (operation === OperationTypeNode.MUTATION)
    return ['mutation', ...(fields.length > 1 ? ['several mutations'] : [])]
  const introspecting = fields.filter(({ name }) => /^__(schema|type)$/.test(name.value)).length
  return introspecting > 0 && introspecting < fields.length ? ['introspection beside data'] : []
}

function directiveFeature({ name, arguments: given = [] }: DirectiveNode): string {
  const isVariable = given[0]?.value.kind === Kind.VARIABLE
  return `@${name.value} by a ${isVariable ? 'variable' : 'literal'}`
}

function selectionFeatures({ selections }: SelectionSetNode): string[] {
  const fields = selections.filter(
    (one) => one.kind === Kind.FIELD && one.selectionSet !== undefined,
  )
  const names = (fields as FieldNode[]).map(({ alias, name }) => (alias ?? name).value)
  return new Set(names).size < names.length ? ['field twice with different selections'] : []
}

function variableFeature(isSent: boolean, defaultValue: unknown): string {
  if (defaultValue === undefined) return isSent ? 'variable' : 'no variable'
  return isSent ? 'variable instead of a default' : 'default instead of a variable'
}

function fieldFeatures({ alias, name }: FieldNode): string[] {
  if (name.value === '__typename') return [alias ? '__typename by an alias' : '__typename']
  return alias ? [`alias ${alias.value}`] : []
}

function typeFeatures(type: GraphQLOutputType | null | undefined): string[] {
  if (!type) return []
  const [named, nullable] = [getNamedType(type), getNullableType(type)]
  return [
    ...(isInterfaceType(named) ? ['interface'] : []),
    ...(isUnionType(named) ? ['union'] : []),
    ...(isEnumType(named) ? ['enum'] : []),
    ...(isListType(nullable) && isListType(getNullableType(nullable.ofType))
      ? ['list of lists']
      : []),
  ]
}

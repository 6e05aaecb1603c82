import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type {
  FieldNode,
  GraphQLAbstractType,
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLOutputType,
  SelectionSetNode,
} from 'graphql'
import { invariant } from '@takeoff/kit/values/invariant'
import { collectFields, setsOf } from './collect-fields.ts'
import type { SelectionContext } from './collect-fields.ts'
import { Code } from './code.ts'

/**
 * Makes the client's response of the subgraphs' data: the requested fields, in their order.
 * @returns BROKEN when the data violates the schema, such as null for a non-null field
 */
export type Shape = (data: unknown) => unknown

/** Instead of a response; the stock executor then reports the violation and its path. */
export const BROKEN = Symbol('broken')

/**
 * Compiles the shape of an object type. The code has no loop over fields and makes objects by literals, so that
 * all objects of a place share one hidden class: a tenth of the time of an interpreter.
 */
export function compileShape(
  selectionContext: SelectionContext,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Shape {
  const code = new ShapeCode(type.name)
  const members: string[] = []
  for (const [name, nodes] of collectFields(selectionContext, type.name, sets)) {
    const [node] = nodes
    if (node === undefined) continue
    if (node.name.value === '__typename') {
      members.push(`${keyOf(name)}: ${JSON.stringify(type.name)}`)
      continue
    }
    if (node.name.value.startsWith('__')) {
      // Introspection: the gateway has executed it.
      members.push(`${keyOf(name)}: data[${JSON.stringify(name)}]`)
      continue
    }
    const field = type.getFields()[node.name.value]
    invariant(field !== undefined, `${type.name} has no field ${node.name.value}`)
    const value = code.variable(`data[${JSON.stringify(name)}]`, name)
    code.check(field.type, value, childOf(selectionContext, field.type, nodes))
    members.push(`${keyOf(name)}: ${value}`)
  }
  return code.build(`{ ${members.join(', ')} }`)
}

/** A computed key, else `__proto__` would be the prototype. */
function keyOf(name: string): string {
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name)
}

/** The shape of a composite type below a field; undefined where there are leaves. */
function childOf(
  selectionContext: SelectionContext,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
): Shape | undefined {
  const sets = setsOf(nodes)
  const named = getNamedType(type)
  if (isObjectType(named)) return lazily(() => compileShape(selectionContext, named, sets))
  if (isAbstractType(named)) return byTypename(selectionContext, named, sets)
  return undefined
}

/** Compiled for the first object: most responses have no object at most places of a wide query. */
function lazily(compile: () => Shape): Shape {
  let shape: Shape | undefined
  return (data) => (shape ??= compile())(data)
}

function byTypename(
  selectionContext: SelectionContext,
  abstract: GraphQLAbstractType,
  sets: readonly SelectionSetNode[],
): Shape {
  const { schema } = selectionContext
  const shapes = new Map<unknown, Shape>()
  return (data) => {
    const typename = (data as { readonly __typename?: unknown }).__typename
    const known = shapes.get(typename)
    if (known !== undefined) return known(data)
    const type = typeof typename === 'string' ? schema.getType(typename) : undefined
    if (!isObjectType(type) || !schema.isSubType(abstract, type)) return BROKEN
    const shape = compileShape(selectionContext, type, sets)
    shapes.set(typename, shape)
    return shape(data)
  }
}

/** JSON writes integers from this one on with an exponent. */
const INTEGER_END = 1e21
const isInteger = (value: unknown): boolean =>
  Number.isInteger(value) && Math.abs(Number(value)) < INTEGER_END

/** By name: a schema may redefine scalars. */
const LEAF_TESTS: ReadonlyMap<string, (variable: string) => string> = new Map([
  ['String', (variable) => `typeof ${variable} === 'string'`],
  ['Boolean', (variable) => `typeof ${variable} === 'boolean'`],
  ['Float', (variable) => `Number.isFinite(${variable})`],
  ['Int', (variable) => `isInteger(${variable})`],
  ['ID', (variable) => `typeof ${variable} === 'string' || isInteger(${variable})`],
])

/** The code of a function that makes one object. */
class ShapeCode {
  readonly #code = new Code({ BROKEN, hasOwn: Object.hasOwn, isInteger })

  constructor(typename: string) {
    const name = JSON.stringify(typename)
    this.#code.add(
      `if (data.__typename !== undefined && data.__typename !== ${name}) return BROKEN`,
    )
  }

  variable(expression: string, name: string): string {
    const variable = this.#code.variable('value')
    // Inherited properties are not data.
    const own =
      name in Object.prototype
        ? `hasOwn(data, ${JSON.stringify(name)}) ? ${expression} : null`
        : expression
    this.#code.add(`let ${variable} = ${own}`)
    return variable
  }

  /** Lines that set the variable to the value for the response, or return from the function. */
  check(type: GraphQLOutputType, variable: string, child: Shape | undefined): void {
    const nullable = getNullableType(type)
    const orNull = isNonNullType(type) ? 'return BROKEN' : `${variable} = null`
    this.#code.add(`if (${variable} === null || ${variable} === undefined) ${orNull}`, 'else {')
    if (isListType(nullable)) this.#checkList(nullable.ofType, variable, child)
    else if (child !== undefined) this.#checkObject(variable, child)
    else this.#code.add(`if (!(${this.#leafTest(nullable, variable)})) return BROKEN`)
    this.#code.add('}')
  }

  #checkList(type: GraphQLOutputType, variable: string, child: Shape | undefined): void {
    const list = this.#code.variable('list')
    const index = this.#code.variable('index')
    const element = this.#code.variable('element')
    this.#code.add(
      `if (!Array.isArray(${variable})) return BROKEN`,
      `const ${list} = new Array(${variable}.length)`,
      `for (let ${index} = 0; ${index} < ${list}.length; ${index} += 1) {`,
      `let ${element} = ${variable}[${index}]`,
    )
    this.check(type, element, child)
    this.#code.add(`${list}[${index}] = ${element}`, '}', `${variable} = ${list}`)
  }

  #checkObject(variable: string, child: Shape): void {
    this.#code.add(
      `if (typeof ${variable} !== 'object' || Array.isArray(${variable})) return BROKEN`,
      `${variable} = ${this.#code.constant(child)}(${variable})`,
      `if (${variable} === BROKEN) return BROKEN`,
    )
  }

  #leafTest(type: GraphQLNamedType, variable: string): string {
    const builtIn = LEAF_TESTS.get(type.name)
    if (builtIn !== undefined) return builtIn(variable)
    // The subgraph validates a custom scalar.
    if (!isEnumType(type)) return 'true'
    const names = new Set(type.getValues().map(({ name }) => name))
    return `${this.#code.constant(names)}.has(${variable})`
  }

  /** @param result the expression of the new object */
  build(result: string): Shape {
    this.#code.add(`return ${result}`)
    return this.#code.build('data') as Shape
  }
}

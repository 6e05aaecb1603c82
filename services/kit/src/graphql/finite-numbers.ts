import { BREAK, GraphQLError, Kind, visit } from 'graphql'
import type { ASTNode, ASTVisitor, DocumentNode, ValidationContext } from 'graphql'
import { BAD_SCALAR } from './scalars.ts'

/** A number that is too large, and the argument or variable that holds it. */
export interface InfiniteNumber {
  readonly node: ASTNode
  readonly argument: string
  readonly message: string
}

type Holder = Extract<ASTNode, { readonly kind: Kind.ARGUMENT | Kind.VARIABLE_DEFINITION }>

/**
 * The first number of a document that GraphQL reads as infinity, such as 1e400, which neither JSON nor a database can
 * hold. GraphQL refuses it in a variable only.
 */
export function infiniteNumberIn(document: DocumentNode): InfiniteNumber | undefined {
  let found: InfiniteNumber | undefined
  const holders: Holder[] = []
  const holder = {
    enter: (node: Holder) => void holders.push(node),
    leave: () => void holders.pop(),
  }
  const number = (node: { readonly kind: Kind; readonly value: string }) => {
    if (Number.isFinite(Number(node.value))) return undefined
    found = numberIn(holders.at(-1), node as ASTNode)
    return BREAK
  }
  visit(document, {
    [Kind.ARGUMENT]: holder,
    [Kind.VARIABLE_DEFINITION]: holder,
    [Kind.FLOAT]: number,
    [Kind.INT]: number,
  })
  return found
}

/** The rule for the validation of a subgraph. */
export function FiniteNumbersRule(context: ValidationContext): ASTVisitor {
  return {
    Document(document) {
      const found = infiniteNumberIn(document)
      if (found === undefined) return
      const { node, argument, message } = found
      const extensions = { [BAD_SCALAR]: 'BAD_USER_INPUT', argument }
      context.reportError(new GraphQLError(message, { nodes: node, extensions }))
    },
  }
}

function numberIn(holder: Holder | undefined, node: ASTNode): InfiniteNumber | undefined {
  if (holder === undefined) return undefined
  const [what, { value: argument }] =
    holder.kind === Kind.ARGUMENT
      ? ['Argument "', holder.name]
      : ['Variable "$', holder.variable.name]
  return { node, argument, message: `${what}${argument}" holds a number that is too large.` }
}

import { Kind, visit } from 'graphql'
import type { ASTNode, DocumentNode } from 'graphql'

/** The path of the argument that holds a place of a document, such as `listItems[2].quantity`. */
export function argumentAt(document: DocumentNode, offset: number): string | undefined {
  let path: string | undefined
  visit(document, {
    enter(node, key) {
      if (!holds(node, offset)) return false
      if (node.kind === Kind.ARGUMENT) path = node.name.value
      else if (path === undefined) return undefined
      else if (node.kind === Kind.OBJECT_FIELD) path += `.${node.name.value}`
      else if (typeof key === 'number' && node.kind !== Kind.NAME) path += `[${key}]`
      return undefined
    },
  })
  return path
}

function holds({ loc }: ASTNode, offset: number): boolean {
  return loc !== undefined && loc.start <= offset && offset < loc.end
}

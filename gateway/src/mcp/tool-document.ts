import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  buildASTSchema,
  getDirectiveValues,
  Kind,
  OperationTypeNode,
  parse,
  print,
  visit,
} from 'graphql'
import type { DocumentNode, OperationDefinitionNode } from 'graphql'
import { errorMessage } from '@takeoff/kit/values/caught'

/** Names that every MCP client accepts. */
const NAME = /^[a-zA-Z0-9_-]{1,64}$/

const toolDirective = buildASTSchema(
  parse(`
    """
    Marks an operation as a tool of agents. isDestructive: it undoes, replaces or sends something that cannot be taken
    back, so that an agent must ask before it calls the tool.
    """
    directive @tool(title: String!, isDestructive: Boolean = false) on QUERY | MUTATION
    type Query { _: Int }
  `),
).getDirective('tool')

/** A GraphQL document that agents call as a tool. */
export interface ToolDocument {
  /** The name of its operation. */
  readonly name: string
  readonly title: string
  /** For the agent's model: what the tool does, and when to use it. */
  readonly description: string
  readonly isMutation: boolean
  readonly isDestructive: boolean
  /** The document that is sent: without descriptions and the directive. */
  readonly document: DocumentNode
  readonly text: string
  readonly operation: OperationDefinitionNode
}

/** The file is no document of a tool. */
class ToolDocumentError extends Error {
  constructor(file: string, why: string) {
    super(`${file} is no tool: ${why}`)
    this.name = 'ToolDocumentError'
  }
}

/**
 * Reads the `*.graphql` files of a folder, each with one operation that is marked with `@tool`.
 * @throws Error that names the file which is none
 */
export async function readToolDocuments(folder: string): Promise<ToolDocument[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.graphql')).toSorted()
  const tools = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name)
      return parseTool(file, await readFile(file, 'utf8'))
    }),
  )
  for (const [index, { name }] of tools.entries())
    if (tools.findIndex((tool) => tool.name === name) !== index)
      throw new ToolDocumentError(join(folder, names[index] ?? ''), `there is another ${name}`)
  return tools
}

/** @param file for messages */
export function parseTool(file: string, source: string): ToolDocument {
  const parsed = parseGraphql(file, source)
  const [operation, ...others] = parsed.definitions.filter(
    ({ kind }) => kind === Kind.OPERATION_DEFINITION,
  ) as OperationDefinitionNode[]
  if (operation === undefined || others.length > 0)
    throw new ToolDocumentError(file, 'it must have one operation')
  const { name: { value: name } = { value: '' }, description, operation: type } = operation
  if (!NAME.test(name)) throw new ToolDocumentError(file, 'its operation needs a name')
  if (description === undefined)
    throw new ToolDocumentError(file, `${name} needs a description, a string before the operation`)
  const { title, isDestructive } = markOf(file, operation)
  const document = withoutMarks(parsed)
  return {
    name,
    title,
    description: description.value,
    isMutation: type === OperationTypeNode.MUTATION,
    isDestructive,
    document,
    text: print(document),
    operation,
  }
}

function parseGraphql(file: string, source: string): DocumentNode {
  try {
    return parse(source)
  } catch (error) {
    throw new ToolDocumentError(file, errorMessage(error))
  }
}

function markOf(file: string, operation: OperationDefinitionNode) {
  try {
    const mark = toolDirective && getDirectiveValues(toolDirective, operation)
    if (mark === undefined) throw new Error('its operation has no @tool(title: …)')
    return mark as { readonly title: string; readonly isDestructive: boolean }
  } catch (error) {
    throw new ToolDocumentError(file, errorMessage(error))
  }
}

function withoutMarks(document: DocumentNode): DocumentNode {
  return visit(document, {
    OperationDefinition: ({ description: _description, ...operation }) => ({
      ...operation,
      directives: operation.directives?.filter(({ name }) => name.value !== 'tool'),
    }),
    VariableDefinition: ({ description: _description, ...variable }) => variable,
  })
}

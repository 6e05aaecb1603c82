export type Component = 'messages' | 'parameters' | 'schemas' | 'securitySchemes'

/** A reference to a component of the same document. */
export function ref(kind: Component, name: string): { readonly $ref: string } {
  return { $ref: `#/components/${kind}/${name}` }
}

/** References to messages, by name. */
export function messageRefs(names: readonly string[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, ref('messages', name)]))
}

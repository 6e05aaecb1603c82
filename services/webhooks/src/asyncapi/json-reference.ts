export type Component = 'messages' | 'parameters' | 'schemas' | 'securitySchemes'

/** A reference to a component of the same document. */
export function ref(kind: Component, name: string): { readonly $ref: string } {
  return { $ref: `#/components/${kind}/${name}` }
}

/** References to several components, by name. */
export function refs(kind: Component, names: readonly string[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, ref(kind, name)]))
}

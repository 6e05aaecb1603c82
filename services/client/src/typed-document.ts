/** A GraphQL document as text, typed by its result and its variables as other GraphQL clients type theirs. */
export type TypedDocumentString<Result, Variables> = string & TypedDocument<Result, Variables>

/** What a document of GraphQL code generators says of its types; it has no value at run time. */
export interface TypedDocument<Result, Variables> {
  readonly __apiType?: (variables: Variables) => Result
}

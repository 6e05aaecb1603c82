import type { GraphQLObjectType, GraphQLOutputType } from 'graphql'

/**
 * How an answer is put together of the texts that subgraphs answered: each object by its place in the answer, and, of
 * each fetch, what it answers for that place.
 */

/** The objects at one place of the client's answer. */
export interface Place {
  readonly type: GraphQLObjectType
  /** In the order of the answer. */
  readonly pieces: readonly Piece[]
}

export type Piece = ConstantPiece | RunPiece | OpenPiece

/** Text that is the same each time. */
export interface ConstantPiece {
  readonly kind: 'constant'
  readonly text: string
}

/** Members that stand side by side in the answer of one fetch, and are taken over as text. */
export interface RunPiece {
  readonly kind: 'run'
  readonly run: string
}

/** A member whose objects are put together themselves. */
export interface OpenPiece {
  readonly kind: 'open'
  readonly name: string
  readonly type: GraphQLOutputType
  readonly place: Place
  readonly counter: Counter
}

/** An object as one fetch answers it, member by member. */
export interface FetchedObject {
  readonly typename: string
  readonly members: readonly FetchedMember[]
}

export interface FetchedMember {
  readonly name: string
  readonly value: FetchedValue
  /** The run that it belongs to, if the client gets it as text; named by its first member. */
  readonly run: string | undefined
  /** A later fetch wants to know the value. */
  readonly isNeeded: boolean
}

export type FetchedValue =
  /** Tells the type of the object. */
  | { readonly kind: 'typename' }
  /** Only the plan asks for it. */
  | { readonly kind: 'any' }
  | { readonly kind: 'leaf'; readonly type: GraphQLOutputType }
  /** The client gets its text as it is. */
  | TextValue
  /** Other fetches have a say in it, or its members come in another order. */
  | {
      readonly kind: 'open'
      readonly type: GraphQLOutputType
      readonly object: FetchedObject
    }

export interface TextValue {
  readonly kind: 'text'
  readonly type: GraphQLOutputType
  readonly object: FetchedObject
  readonly counter: Counter
}

/** The place, among the counts of a request, of how many objects a field has; the next one is that of its nulls. */
export type Counter = number
export const COUNTS_EACH = 2

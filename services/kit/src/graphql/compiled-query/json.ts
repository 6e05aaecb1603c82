import type { GraphQLResolveInfo } from 'graphql'
import type { CollectedErrors } from './collected-errors.ts'

/** JSON text; null for a value that is not there, which a non-null type must not let pass. */
export type Json = string | null
/** A value, or a promise of it. */
export type Eventual<T> = T | Promise<T>
/** Path of a field in the response, as graphql-js links it. */
export type Path = GraphQLResolveInfo['path']

/** One execution of a compiled query. */
export interface Run {
  readonly context: unknown
  readonly variables: Readonly<Record<string, unknown>>
  readonly errors: CollectedErrors
  /** Arguments of fields that were read in this run. */
  readonly args: Map<object, Readonly<Record<string, unknown>>>
}

/** Turns what a resolver returned into JSON; throws what makes the field an error. */
export type Complete = (value: unknown, path: Path, run: Run) => Eventual<Json>

/** Whether a value has a `then` method. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}

/** Of completed values only, of which an object is a promise. */
export function isPending(json: Eventual<Json>): json is Promise<Json> {
  return typeof json === 'object' && json !== null
}

/** Waits for those that are under way; the others are taken as they are. */
export function allOf(jsons: readonly Eventual<Json>[]): Promise<Json[]> {
  return Promise.all(jsons as readonly Promise<Json>[])
}

/** Fails with `error`, but only when all that is under way has ended or something of it has failed too. */
export async function failAfter(jsons: readonly Eventual<Json>[], error: unknown): Promise<never> {
  await allOf(jsons).catch(() => undefined)
  throw error
}

/** Lets what is still under way fail without anybody waiting for it. */
export function abandon(jsons: readonly Eventual<Json>[]): void {
  void allOf(jsons).catch(() => undefined)
}

import type { GraphQLResolveInfo } from 'graphql'
import type { CollectedErrors } from './collected-errors.ts'

/** JSON text; null for a missing value, which a non-null type must not accept. */
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

/** Turns the result of a resolver into JSON; throws the error of the field. */
export type Complete = (value: unknown, path: Path, run: Run) => Eventual<Json>

/** Whether a value has a `then` method. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}

/** For completed values only: among these an object is a promise. */
export function isPending(json: Eventual<Json>): json is Promise<Json> {
  return typeof json === 'object' && json !== null
}

/** Waits for the promises; other values are returned as they are. */
export function allOf(jsons: readonly Eventual<Json>[]): Promise<Json[]> {
  return Promise.all(jsons as readonly Promise<Json>[])
}

/** Fails with `error`, but only after all pending promises have ended or one of them has failed too. */
export async function failAfter(jsons: readonly Eventual<Json>[], error: unknown): Promise<never> {
  await allOf(jsons).catch(() => undefined)
  throw error
}

/** Ignores failures of promises that are still pending, so that they are not unhandled. */
export function abandon(jsons: readonly Eventual<Json>[]): void {
  void allOf(jsons).catch(() => undefined)
}

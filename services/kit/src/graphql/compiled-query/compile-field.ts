import {
  defaultFieldResolver,
  getNullableType,
  isLeafType,
  isNonNullType,
  locatedError,
  responsePathAsArray,
} from 'graphql'
import type { GraphQLObjectType } from 'graphql'
import { hidingOf } from '../guarded-schema.ts'
import type { CompiledField } from './complete-object.ts'
import { argumentsOf, resolveInfo } from './field-site.ts'
import type { FieldSite } from './field-site.ts'
import { isPending, isPromise } from './completion.ts'
import type { Complete, Path, Run } from './completion.ts'
import { leafJson } from './leaf-json.ts'

/** Resolves and completes a field, which is null with an error where one of the two fails. */
export function compileField(key: string, site: FieldSite, complete: Complete): CompiledField {
  const completion = { site, complete, pathBelow: pathBelowOf(key, site) }
  const type = getNullableType(site.field.type)
  const isPlain = site.field.resolve === undefined || hidingOf(site.field)?.isPlain === true
  const json =
    isPlain && isLeafType(type) ? plainFieldJson(completion, leafJson(type)) : fieldJson(completion)
  return { head: `${JSON.stringify(key)}:`, json }
}

/** The field `__typename` of an object type, under the response name `key`. */
export function typeNameField(key: string, { name }: GraphQLObjectType): CompiledField {
  return { head: `${JSON.stringify(key)}:`, json: () => `"${name}"` }
}

interface FieldCompletion {
  readonly site: FieldSite
  readonly complete: Complete
  readonly pathBelow: (parent: Path | undefined) => Path
}

function fieldJson({ site, complete, pathBelow }: FieldCompletion): CompiledField['json'] {
  return (source, parent, run) => {
    const path = pathBelow(parent)
    const failed = (error: unknown): null => fail(site, error, path, run)
    try {
      const value = resolve(site, source, path, run)
      const json = isPromise(value)
        ? value.then((known) => complete(known, path, run))
        : complete(value, path, run)
      return isPending(json) ? json.then(undefined, failed) : json
    } catch (error) {
      return failed(error)
    }
  }
}

/** Most fields of a wide read: a property that needs neither a path nor the resolver's arguments. */
function plainFieldJson(
  completion: FieldCompletion,
  leaf: (value: unknown) => string,
): CompiledField['json'] {
  const { site, pathBelow } = completion
  const { name } = site.field
  const otherJson = fieldJson(completion)
  const isNullable = !isNonNullType(site.field.type)
  const hides = hidingOf(site.field)?.hides
  return (source, parent, run) => {
    if (!isObjectLike(source)) return otherJson(source, parent, run)
    try {
      if (hides?.(source, run.context) === true) return null
      const value = source[name]
      if (isPlainValue(value)) return leaf(value)
      if (isNullable && (value === null || value === undefined)) return null
    } catch (error) {
      return fail(site, error, pathBelow(parent), run)
    }
    return otherJson(source, parent, run)
  }
}

function resolve(site: FieldSite, source: unknown, path: Path, run: Run): unknown {
  const resolver = site.field.resolve ?? defaultFieldResolver
  return resolver(source, argumentsOf(site, run), run.context, resolveInfo(site, path, run))
}

/** @throws GraphQLError where the field must not be null, so that the object around it fails */
function fail({ field, nodes }: FieldSite, error: unknown, path: Path, run: Run): null {
  const located = locatedError(error, nodes, responsePathAsArray(path))
  if (isNonNullType(field.type)) throw located
  run.errors.add(located, path)
  return null
}

function pathBelowOf(key: string, { parentType }: FieldSite): FieldCompletion['pathBelow'] {
  return (prev) => ({ prev, key, typename: parentType.name })
}

/** A value that is present, and neither a promise nor a method. */
function isPlainValue(value: unknown): boolean {
  const kind = typeof value
  return kind !== 'object' && kind !== 'function' && kind !== 'undefined'
}

function isObjectLike(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

import { getNamedType, isObjectType } from 'graphql'
import type { GraphQLObjectType, GraphQLOutputType, SelectionSetNode } from 'graphql'
import { collectFields } from '../collect-fields.ts'
import type { SelectionContext } from '../collect-fields.ts'
import type { FieldNodes } from './fields.ts'
import { COUNTS_EACH } from './layout.ts'
import type { Counter } from './layout.ts'
import { NotSplicedError } from './not-spliced-error.ts'
import type { FetchSite } from './sites.ts'

/** The selections of a fetch for the objects of a place. */
export interface FetchSelection {
  readonly site: FetchSite
  readonly sets: readonly SelectionSetNode[]
}

export interface PlanFieldsOptions {
  readonly client: SelectionContext
  /** With all types of all subgraphs. */
  readonly subgraphs: Omit<SelectionContext, 'fragments'>
}

/** Maximum fields of an operation with all its fetches; the generated code for more would not pay off. */
const FIELDS_MAX = 3_000

/** The fields that the client and the fetches of one operation select, and the counters of their objects. */
export class PlanFields {
  /** Counters by the response names that lead to the objects, joined by points. */
  readonly counters = new Map<string, Counter>()
  readonly #options: PlanFieldsOptions
  #count = 0

  constructor(options: PlanFieldsOptions) {
    this.#options = options
  }

  /** @throws NotSplicedError for too many fields, or for a name that every object has */
  ofClient(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): FieldNodes {
    return this.#counted(collectFields(this.#options.client, type.name, sets))
  }

  /** @throws NotSplicedError as `ofClient` */
  ofFetch({ site, sets }: FetchSelection, type: GraphQLObjectType): FieldNodes {
    const selectionContext = { ...this.#options.subgraphs, fragments: site.fragments }
    return this.#counted(collectFields(selectionContext, type.name, sets))
  }

  #counted(fields: FieldNodes): FieldNodes {
    this.#count += fields.size
    if (this.#count > FIELDS_MAX) throw new NotSplicedError('too large')
    for (const name of fields.keys())
      if (name in Object.prototype) throw new NotSplicedError(`every object has a ${name}`)
    return fields
  }

  get nextCounter(): Counter {
    return this.counters.size * COUNTS_EACH
  }

  counter(names: readonly string[]): Counter {
    const path = names.join('.')
    const counter = this.counters.get(path) ?? this.nextCounter
    this.counters.set(path, counter)
    return counter
  }
}

/** @throws NotSplicedError for interfaces and unions */
export function objectTypeOf(type: GraphQLOutputType): GraphQLObjectType {
  const named = getNamedType(type)
  if (isObjectType(named)) return named
  throw new NotSplicedError(`only data tells which type a ${named.name} has`)
}

import pg from 'pg'

type TypeId = Parameters<typeof pg.types.getTypeParser>[0]

/** A type of PostgreSQL, and the type of its values here. */
export interface SqlType<Value> {
  /** As `format_type` names it, without limits: `character varying`, `timestamp with time zone`. */
  readonly name: string
  readonly isNullable: boolean
  /** Never set: it carries the type. */
  readonly value?: Value
}

const typeOf = <Value>(name: string): SqlType<Value> => ({ name, isNullable: false })

/** `true` or `false`. */
export const bool = typeOf<boolean>('boolean')
/** 32 bits: ids, and what is never above 2^31 - 1. */
export const int4 = typeOf<number>('integer')
/** Counts; exact up to 2^53. */
export const int8 = typeOf<number>('bigint')
/** A double, digit for digit. */
export const float8 = typeOf<number>('double precision')
/** The double nearest to it, which JSON writes back with the same digits. */
export const numeric = typeOf<number>('numeric')
/** Text without a limit in the database. */
export const text = typeOf<string>('text')
/** Text with or without a limit; a statement cannot see the limit. */
export const varchar = typeOf<string>('character varying')
/** Lower case, with hyphens. */
export const uuid = typeOf<string>('uuid')
/** To the millisecond; PostgreSQL keeps microseconds. */
export const timestamptz = typeOf<Date>('timestamp with time zone')
/** `YYYY-MM-DD` */
export const date = typeOf<string>('date')
/** Without null elements, like the other arrays. */
export const int4Array = typeOf<number[]>('integer[]')
/** Without null elements. */
export const uuidArray = typeOf<string[]>('uuid[]')
/** A statement that returns no column. */
export const nothing = {}

/** JSON of a shape that the statement, or the code that writes the column, guarantees. */
export const json = <Value>(): SqlType<Value> => typeOf('json')
/** JSON that PostgreSQL keeps parsed, so that the order of keys is its own; of a shape as for `json`. */
export const jsonb = <Value>(): SqlType<Value> => typeOf('jsonb')

/** Some values of a type: a check constraint of the column, or the statement, allows no others. */
export const some = <Value>(of: SqlType<string>): SqlType<Value> => ({
  name: of.name,
  isNullable: of.isNullable,
})

/** The value may be null. */
export const nullable = <Value>({ name }: SqlType<Value>): SqlType<Value | null> => ({
  name,
  isNullable: true,
})

const OID = { int8: 20, date: 1082, numeric: 1700, timestamptz: 1184 } as const

/**
 * Reads numerics from their text: a cast to float8 would cost PostgreSQL 0.3 µs per value, a third of the cost of a
 * row of items.
 */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [OID.int8]: Number,
  // A day has no time zone, and a Date would have one.
  [OID.date]: (value) => value,
  [OID.numeric]: Number,
  [OID.timestamptz]: (value) => new Date(value),
}

/** How each connection reads values, for the unit of work and for statements alike. */
export const valueParsers = {
  getTypeParser: (oid: TypeId): ((value: string) => unknown) =>
    PARSERS[oid] ?? pg.types.getTypeParser(oid),
}

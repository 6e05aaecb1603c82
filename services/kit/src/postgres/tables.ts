import type { Primary } from '@mikro-orm/core'
import type { InferEntityProperties } from '@mikro-orm/postgresql'
import type { ColumnType } from 'kysely'

/**
 * The columns of a table, as its entity describes them: named like the properties, with the id of a parent in
 * place of the parent (`list` is `listId`). A column with a default may be left out of an insert. Numbers may be
 * written as decimal strings, which keep digits that a double does not have.
 */
export type Table<Schema> = {
  readonly [K in keyof Properties<Schema> as ColumnName<K, Built<Properties<Schema>[K]>>]: ColumnOf<
    Built<Properties<Schema>[K]>
  >
}

type Properties<Schema> = InferEntityProperties<Schema>

/** Properties that refer to other entities are functions, because entities may refer to each other. */
type Built<Builder> = Builder extends (...args: never[]) => infer Result ? Result : Builder

type ColumnName<Name, Builder> = Name extends string
  ? Builder extends { '~options': { kind: 'm:1' | '1:1' } }
    ? `${Name}Id`
    : Builder extends { '~options': { kind: '1:m' | 'm:n' } }
      ? never
      : Name
  : never

type ColumnOf<Builder> = Builder extends {
  '~type'?: { value: infer Value }
  '~options': infer Options
}
  ? Written<Nullable<Key<Elements<Value, Options>, Options>, Options>, Options>
  : never

type Elements<Value, Options> = Options extends { array: true } ? Value[] : Value

type Key<Value, Options> = Options extends { kind: 'm:1' | '1:1' } ? Primary<Value> : Value

type Nullable<Value, Options> = Options extends { nullable: true } ? Value | null : Value

type Written<Value, Options> = Options extends
  | { nullable: true }
  | { default: unknown }
  | { defaultRaw: unknown }
  | { autoincrement: true }
  ? ColumnType<Value, OrDecimal<Value> | undefined, OrDecimal<Value>>
  : ColumnType<Value, OrDecimal<Value>, OrDecimal<Value>>

type OrDecimal<Value> = [number] extends [Value] ? Value | string : Value

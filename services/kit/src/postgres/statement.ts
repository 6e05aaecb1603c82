import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { AliasedExpression, Compilable, Expression, Kysely, RawBuilder } from 'kysely'
import { invariant } from '../values/invariant.ts'
import type { SqlType } from './sql-types.ts'

/** A statement: its text is built once, at its first use, and takes parameters by name. */
export interface Statement<in P, out Row> {
  /** Never set: they carry the types. */
  readonly params?: (params: P) => void
  readonly row?: Row
  /** @param kysely of MikroORM, with the plugin for column names */
  compile(kysely: Kysely<never>): CompiledStatement
}

/** What is sent for a statement. */
export interface CompiledStatement {
  readonly text: string
  /** The values of its placeholders. */
  readonly valuesOf: (params: object) => unknown[]
  /** Columns whose types come from a declaration, and not from an entity. */
  readonly declared: ReadonlyMap<string, SqlType<unknown>>
  /** Declared columns that are never null. */
  readonly required: readonly string[]
}

/** The parameters of a statement, as expressions. */
export type Params<P> = { readonly [K in keyof P]-?: RawBuilder<P[K]> }

/** Types of the columns of a result. */
export type Columns = Readonly<Record<string, SqlType<unknown>>>

/** The row that columns of these types make. */
export type RowOf<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends SqlType<infer Value> ? Value : never
}

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

function placeholders<P>(): Params<P> {
  return new Proxy({} as Params<P>, {
    get: (_, name) => sql`${sql.val(new Placeholder(String(name)))}`,
  })
}

/** The types that `column` declares while a statement is built. */
let declaring: Map<string, SqlType<unknown>> | undefined

/**
 * A selected value whose type Kysely cannot know. The test of statements compares the type with that of the
 * database, and every row is checked for null where the type does not allow it.
 */
export function column<Value, Name extends string>(
  name: Name,
  type: SqlType<Value>,
  value: Expression<unknown>,
): AliasedExpression<Value, Name> {
  invariant(declaring !== undefined, 'a column is declared while no statement is built')
  declaring.set(name, type)
  return sql<Value>`${value}`.as(name)
}

/** Removes the declaration of a column that is not selected. */
export function undeclare(name: string): void {
  declaring?.delete(name)
}

type Build<P> = (kysely: Kysely<never>, $: Params<P>) => Compiled

interface Compiled {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** Defines a statement that the test does not check: for those built from a registered one. */
export function defineStatement<P, Row>(build: Build<P>, columns: Columns = {}): Statement<P, Row> {
  return compiledOnce((kysely) => compile(build, { kysely, columns }))
}

/**
 * Defines a statement without parameters that the test does not check: for a text that names what exists at run time only,
 * or that belongs to no service.
 */
export function uncheckedStatement<C extends Columns>(
  columns: C,
  built: RawBuilder<unknown>,
): Statement<object, RowOf<C>> {
  return defineStatement((kysely) => built.compile(kysely), columns)
}

/** A statement that is compiled at its first use. */
export function compiledOnce<P, Row>(
  compileFirst: (kysely: Kysely<never>) => CompiledStatement,
): Statement<P, Row> {
  let compiled: CompiledStatement | undefined
  return { compile: (kysely) => (compiled ??= compileFirst(kysely)) }
}

function compile<P>(
  build: Build<P>,
  { kysely, columns }: { readonly kysely: Kysely<never>; readonly columns: Columns },
): CompiledStatement {
  const declared = new Map(Object.entries(columns))
  const outer = declaring
  declaring = declared
  try {
    const { sql: text, parameters } = build(kysely, placeholders())
    return {
      text,
      valuesOf: (params) =>
        parameters.map((value) =>
          value instanceof Placeholder ? params[value.name as keyof typeof params] : value,
        ),
      declared,
      required: [...declared].filter(([, type]) => !type.isNullable).map(([name]) => name),
    }
  } finally {
    declaring = outer
  }
}

const preparedNames = new Map<string, string>()

/**
 * For hot paths: each connection keeps the statement prepared. The cached plan is made for any parameters, so the
 * choice of an index must not depend on their values.
 */
export function prepared<P, Row>(statement: Statement<P, Row>): Statement<P, Row> {
  return compiledOnce((kysely) => {
    const compiled = statement.compile(kysely)
    prepare(compiled.text)
    return compiled
  })
}

/** Makes connections keep statements of this text prepared; neither they nor this process ever evict one. */
export function prepare(text: string): void {
  if (preparedNames.has(text)) return
  preparedNames.set(text, hash('sha256', text, 'base64url'))
}

/** The name under which connections keep this text prepared; undefined for one that is parsed each time. */
export function preparedName(text: string): string | undefined {
  return preparedNames.get(text)
}

/** A statement of a service, for the test that checks each of them on the migrated database. */
export interface RegisteredStatement {
  readonly statement: Statement<never, unknown>
  /** The stack of the call that defined it. */
  readonly definedAt: string
}

const registered = new Map<string, RegisteredStatement[]>()

/** The statements that the loaded modules of a service have defined. */
export function registeredStatements(service: string): readonly RegisteredStatement[] {
  return registered.get(service) ?? []
}

function register<S extends Statement<never, unknown>>(service: string, statement: S): S {
  const known = registered.get(service) ?? []
  registered.set(service, known)
  known.push({ statement, definedAt: new Error('defined here').stack ?? '' })
  return statement
}

/** How the statements of a service are defined. */
export interface StatementsOf<Tables> {
  /** A statement that Kysely builds: its columns have the types of the entities. */
  readonly statement: <P, Row>(
    build: (db: Kysely<Tables>, $: Params<P>) => Compilable<Row>,
  ) => Statement<P, Row>
  /** A statement that Kysely cannot express: the types of its columns are declared, and checked by a test. */
  readonly plainStatement: <P, C extends Columns>(
    columns: C,
    build: ($: Params<P>) => RawBuilder<unknown>,
  ) => Statement<P, RowOf<C>>
  /**
   * A statement whose text depends on a value, such as which filters are set: one text for each value.
   * @param shapes the values that the test of statements checks
   */
  readonly statementFor: <Shape, P, Row>(
    shapes: readonly Shape[],
    build: (db: Kysely<Tables>, $: Params<P>, shape: Shape) => Compilable<Row>,
  ) => (shape: Shape) => Statement<P, Row>
}

/**
 * The tables are those of the service's entities: see `Table`.
 * @param service its name, by which the test of statements finds them
 */
export function statementsOf<Tables>(service: string): StatementsOf<Tables> {
  const typed = (kysely: Kysely<never>) => kysely as unknown as Kysely<Tables>
  return {
    statement: <P, Row>(build: (db: Kysely<Tables>, $: Params<P>) => Compilable<Row>) =>
      register(
        service,
        defineStatement<P, Row>((kysely, $) => build(typed(kysely), $).compile()),
      ),
    plainStatement: <P, C extends Columns>(
      columns: C,
      build: ($: Params<P>) => RawBuilder<unknown>,
    ) =>
      register(
        service,
        defineStatement<P, RowOf<C>>((kysely, $) => build($).compile(kysely), columns),
      ),
    statementFor<Shape, P, Row>(
      shapes: readonly Shape[],
      build: (db: Kysely<Tables>, $: Params<P>, shape: Shape) => Compilable<Row>,
    ) {
      const known = new Map<string, Statement<P, Row>>()
      const statementOf = (shape: Shape): Statement<P, Row> => {
        const key = JSON.stringify(shape)
        const statement =
          known.get(key) ??
          defineStatement<P, Row>((kysely, $) => build(typed(kysely), $, shape).compile())
        known.set(key, statement)
        return statement
      }
      for (const shape of shapes) register(service, statementOf(shape))
      return statementOf
    },
  }
}

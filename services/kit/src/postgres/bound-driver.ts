import { isRaw, raw } from '@mikro-orm/core'
import type { Configuration, Platform } from '@mikro-orm/core'
import { NativeQueryBuilder, PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * MikroORM's driver, whose unit of work sends values as parameters. The original writes them into the text of the
 * statement, and the text is in traces and in the log of PostgreSQL: names, addresses, URLs of webhooks.
 */
export class BoundDriver extends PostgreSqlDriver {
  protected override readonly connection: PostgreSqlConnection

  constructor(config: Configuration) {
    super(config)
    this.connection = new BoundConnection(config)
  }
}

class BoundConnection extends PostgreSqlConnection {
  override async execute<T>(...args: Parameters<PostgreSqlConnection['execute']>): Promise<T> {
    const [query, params = [], method = 'all', transaction, context] = args
    await this.ensureConnection()
    const built = query instanceof NativeQueryBuilder ? query.toRaw() : query
    const marked = typeof built === 'string' ? raw(built, params) : built
    const { sql, parameters } = bind(marked, this.platform)
    const connection: Pick<Kysely<never>, 'executeQuery'> = transaction ?? this.getClient()
    const run = async (): Promise<T> => {
      const result = await connection.executeQuery(CompiledQuery.raw(sql, parameters))
      return this.transformRawResult<T>(result, method)
    }
    return this.executeQuery(sql, run, { ...context, query: sql })
  }
}

/** A text with a mark for each value: `?`, or `??` for a name. */
interface MarkedText {
  readonly sql: string
  readonly params: readonly unknown[]
}

/** Numbers the values of a text, and inserts names and fragments into it, as MikroORM's `formatQuery` does. */
function bind(marked: MarkedText, platform: Pick<Platform, 'quoteIdentifier'>) {
  const parameters: unknown[] = []
  const textOf = ({ sql, params }: MarkedText): string => {
    // A question mark of a text without values is an operator of jsonb.
    if (params.length === 0) return sql
    let next = 0
    return sql.replaceAll(/\\\?|\?\??/g, (mark) => {
      if (mark === String.raw`\?`) return '?'
      const value = params[next++]
      return mark === '??' ? platform.quoteIdentifier(String(value)) : placeholderOf(value)
    })
  }
  const placeholderOf = (value: unknown): string => {
    if (isRaw(value)) return textOf(value)
    if (Array.isArray(value)) return value.map(placeholderOf).join(', ')
    return `$${parameters.push(value)}`
  }
  return { sql: textOf(marked), parameters }
}

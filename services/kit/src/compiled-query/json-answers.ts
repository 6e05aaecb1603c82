import { HeaderMap } from '@apollo/server'
import type { ApolloServerPlugin, BaseContext } from '@apollo/server'
import type { FormattedExecutionResult, GraphQLFormattedError, GraphQLSchema } from 'graphql'
import { compiledQueries } from './compiled-queries.ts'

/** Stands for the data of an answer that has been written already. */
class WrittenData {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}

/**
 * Lets Apollo Server answer queries with the compiled ones; all else about a request stays with it.
 * Its `stringifyResult` has to be ours.
 */
export function compiledQueriesPlugin<C extends BaseContext>(
  schema: GraphQLSchema,
  formatError: (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError,
): ApolloServerPlugin<C> {
  const queries = compiledQueries(schema)
  return {
    requestDidStart: () =>
      Promise.resolve({
        async responseForOperation({ metrics, document, operation, request, contextValue }) {
          // A trace times each resolver, which only Apollo Server does.
          if (metrics.captureTraces === true) return null
          const { variables } = request
          const executed = await queries.execute({
            document,
            operation,
            variables,
            context: contextValue,
          })
          if (executed === undefined) return null
          const data = executed.data === null ? null : new WrittenData(executed.data)
          const errors = executed.errors.map((error) => formatError(error.toJSON(), error))
          return {
            http: { headers: new HeaderMap() },
            body: {
              kind: 'single',
              singleResult: {
                data: data as Record<string, unknown> | null,
                ...(errors.length > 0 && { errors }),
              },
            },
          }
        },
      }),
  }
}

/** An answer as JSON, with its data as it was written. */
export function stringifyAnswer(answer: FormattedExecutionResult): string {
  const { data, errors, extensions } = answer
  if (!(data instanceof WrittenData)) return `${JSON.stringify(answer)}\n`
  const before = errors === undefined ? '' : `"errors":${JSON.stringify(errors)},`
  const after = extensions === undefined ? '' : `,"extensions":${JSON.stringify(extensions)}`
  return `{${before}"data":${data.json}${after}}\n`
}

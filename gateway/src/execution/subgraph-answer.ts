import type { Dispatcher } from 'undici'
import { SubgraphFault } from './subgraph-fault.ts'

const JSON_MEDIA_TYPES = new Set(['application/json', 'application/graphql-response+json'])
/** A refused body up to this size is read to its end, so that the connection can be used again. */
const DRAINED_BYTES_MAX = 16_384

/** A well-formed GraphQL answer: data, errors, or both. */
export interface SubgraphAnswer {
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly unknown[]
  readonly extensions?: { readonly warnings?: unknown }
}

/**
 * Reads the answer of a subgraph.
 * @throws SubgraphFault when it is a server error, not JSON, or not GraphQL
 */
export async function readAnswer(response: Dispatcher.ResponseData): Promise<SubgraphAnswer> {
  const mediaType = String(response.headers['content-type'] ?? 'no media type').split(';', 1)[0]
  if (response.statusCode >= 500 || !JSON_MEDIA_TYPES.has(mediaType?.trim().toLowerCase() ?? '')) {
    await response.body.dump({ limit: DRAINED_BYTES_MAX })
    throw new SubgraphFault(`answered ${response.statusCode} with ${mediaType}`)
  }
  const answer = parseAnswer(await response.body.text())
  if (!isAnswer(answer)) {
    throw new SubgraphFault(`answered ${response.statusCode} with JSON that is no GraphQL answer`)
  }
  return answer
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SubgraphFault('answered with broken JSON', { cause: error })
  }
}

function isAnswer(value: unknown): value is SubgraphAnswer {
  if (typeof value !== 'object' || value === null) return false
  const { data, errors } = value as Record<string, unknown>
  const hasErrors = Array.isArray(errors) && errors.length > 0
  if (errors !== undefined && errors !== null && !Array.isArray(errors)) return false
  if (data === undefined || data === null) return hasErrors
  return typeof data === 'object' && !Array.isArray(data)
}

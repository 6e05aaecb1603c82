import type { Authenticator, Caller } from '@takeoff/kit/auth'
import type { Answer, PlainReply, PlainRequest, PlainRoute } from '@takeoff/kit/plain-posts'
import type { AnswerText } from '@takeoff/kit/send-text'
import type { RequestContext } from '../execution/request-context.ts'
import { contextOf } from './client-context.ts'
import type { FastPath } from './fast-path.ts'
import { withDocument } from './graphql-request.ts'
import type { DocumentRules } from './graphql-request.ts'
import { hostRule } from './host-rule.ts'
import type { RefusalText } from './refusal-text.ts'

export interface PlainRouteOptions {
  readonly path: string
  readonly fastPath: Pick<FastPath, 'answer'>
  readonly documents: DocumentRules
  readonly authenticator: Authenticator | undefined
  readonly refusalText: RefusalText
}

/** Operations that the fast path knows, past Fastify (ADR 36). Whoever is refused before hears it from the route. */
export function plainRoute(options: PlainRouteOptions): PlainRoute {
  const { path, authenticator } = options
  const isValidHost = hostRule()
  const accepted = (request: PlainRequest, caller: Caller | undefined): Answer => {
    return (reply) => answer({ request, caller, reply }, options)
  }
  return {
    path,
    accept(request) {
      const { host, authorization } = request.headers
      if (!isValidHost(host)) return undefined
      if (authenticator === undefined) return accepted(request, undefined)
      return authenticator.authenticate(authorization).then(
        (caller) => accepted(request, caller),
        () => undefined,
      )
    },
  }
}

interface Accepted {
  readonly request: PlainRequest
  readonly caller: Caller | undefined
  readonly reply: PlainReply
}

async function answer(
  { request, caller, reply }: Accepted,
  { fastPath, documents, refusalText }: PlainRouteOptions,
): Promise<AnswerText | undefined> {
  const asked = askedOf(request, documents)
  if (asked === undefined) return undefined
  const context = (): RequestContext => contextOf(request, caller, request.response)
  reply.header('cache-control', 'no-store')
  try {
    return await fastPath.answer(asked, { request, head: reply, context })
  } catch (error) {
    // Somebody may have been asked: nobody is to be asked again.
    return { text: refusalText(error, request, reply), encoding: 'utf8' }
  }
}

/** Undefined when the route is to refuse it. */
function askedOf(request: PlainRequest, documents: DocumentRules) {
  try {
    return withDocument(request, documents)
  } catch {
    return undefined
  }
}

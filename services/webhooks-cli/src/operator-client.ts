import { UsageError, CommandFailedError } from '@takeoff/kit/service/command-line'
import { readDevDetails } from '@takeoff/kit/service/platform-target'
import { parseJson } from '@takeoff/kit/values/json'
import type { Config } from './config.ts'
import { sendRequest } from './send-request.ts'

/** Longer than the service needs for the largest batch. */
const REQUEST_TIMEOUT_MS = 60_000

/** Where commands of operators send their requests. */
export interface OperatorAddresses {
  readonly webhooksUrl: string
  readonly operatorSecret: string
  readonly productionListsUrl?: string | undefined
  readonly orderDocumentsUrl?: string | undefined
}

/** The operator API of the webhook service. */
export interface OperatorClient {
  /** @throws RefusedError, CommandFailedError */
  get<Response>(path: string): Promise<Response>
  /** @throws RefusedError, CommandFailedError */
  post<Response>(path: string, body: object): Promise<Response>
}

/** The operator API refuses a request. */
export class RefusedError extends CommandFailedError {
  /** HTTP status of the response. */
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** @param stop ends reads; a change that was sent is awaited, so that its result is known */
export async function openOperator(config: Config, stop: AbortSignal): Promise<OperatorClient> {
  const addresses = await operatorAddresses(config)
  return {
    get: (path) => request(addresses, path, { method: 'GET', stop }),
    post: (path, body) => request(addresses, path, { method: 'POST', body: JSON.stringify(body) }),
  }
}

/**
 * Uses production if its variables are set, otherwise the running development stack. The two are never mixed: one
 * variable of production is enough to ignore the development stack.
 * @throws CommandFailedError with the name of the missing variable
 */
export async function operatorAddresses(config: Config): Promise<OperatorAddresses> {
  const { webhooksUrl, operatorSecret, productionListsUrl, orderDocumentsUrl } = config
  const given = { webhooksUrl, operatorSecret, productionListsUrl, orderDocumentsUrl }
  const isProduction = Object.values(given).some((value) => value !== undefined)
  const details = isProduction ? undefined : await readDevDetails(config.home)
  if (details !== undefined) return details.operator
  return {
    ...given,
    webhooksUrl: webhooksUrl ?? refuse('WEBHOOKS_URL', isProduction),
    operatorSecret: operatorSecret ?? refuse('OPERATOR_SECRET', isProduction),
  }
}

function refuse(variable: string, isProduction: boolean): never {
  const why = isProduction
    ? 'as one of its variables is set, the development stack is left alone.'
    : 'no development stack runs. "npm start" starts one.'
  throw new UsageError(`Set ${variable}: ${why}`)
}

async function request<Response>(
  { webhooksUrl, operatorSecret }: OperatorAddresses,
  path: string,
  message: { readonly method: string; readonly body?: string; readonly stop?: AbortSignal },
): Promise<Response> {
  const url = new URL(`/operator/${path}`, webhooksUrl)
  const { status, body } = await sendRequest(url.href, {
    ...message,
    headers: {
      authorization: `Bearer ${operatorSecret}`,
      ...(message.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    timeoutMs: REQUEST_TIMEOUT_MS,
  })
  const json = parseJson(body)
  if (status === 200 && json !== undefined) return json as Response
  const { detail } = Object(json) as { readonly detail?: string }
  if (detail === undefined) {
    throw new CommandFailedError(
      `${url.origin} is no webhook service: it responds with HTTP ${status}.`,
    )
  }
  throw new RefusedError(`${detail}${adviceFor(status)}`, status)
}

function adviceFor(status: number): string {
  switch (status) {
    case 401:
      return ' Give the secret that the webhook service has.'
    case 403:
      return ' Its operator API needs an OPERATOR_SECRET there.'
    default:
      return ''
  }
}

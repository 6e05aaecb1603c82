import { setTimeout as delay } from 'node:timers/promises'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { OrderBook, Receipt } from './order-book.ts'
import type { Call, Outcome, Scripts } from './script.ts'
import { submittedOrderSchema } from './submitted-order.ts'
import type { SubmittedOrder } from './submitted-order.ts'

export interface Simulation {
  readonly book: OrderBook
  readonly scripts: Scripts
  /** Ends delays that a script requested. */
  readonly stopping: AbortSignal
}

interface OrderRequest {
  readonly Params: { readonly provider: string; readonly clientOrderId: string }
}

/** Routes of a provider's order system: the protocol of docs/providers.md, for any number of providers. */
export function addProviderRoutes(app: FastifyInstance, simulation: Simulation): void {
  app.post<OrderRequest>('/:provider/orders', (request, reply) =>
    submit(simulation, request, reply),
  )
  app.get<OrderRequest>('/:provider/orders/:clientOrderId', (request, reply) =>
    find(simulation, request, reply),
  )
  app.post<OrderRequest>('/:provider/orders/:clientOrderId/cancel', (request, reply) =>
    cancel(simulation, request, reply),
  )
}

async function submit(
  simulation: Simulation,
  request: FastifyRequest<OrderRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { book, scripts } = simulation
  const order = readOrder(request.body)
  const { provider } = request.params
  book.noteSubmission(provider, order)
  const outcome = scripts.take({ on: 'submit', provider, ...order })
  await wait(simulation, outcome)
  if (outcome.takesEffect) {
    const receipt = book.store(provider, order, rejectedLinesOf(order, outcome))
    return respond(reply, outcome, { status: 202, body: receipt })
  }
  // 202 is not acceptance: the refusal is inside. With another response the order was not processed.
  const body = outcome.answer === 'usual' ? book.refuse(provider, order, outcome.reason) : undefined
  return respond(reply, outcome, { status: 202, body })
}

async function find(
  simulation: Simulation,
  request: FastifyRequest<OrderRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const outcome = simulation.scripts.take(callOf(simulation, 'find', request))
  await wait(simulation, outcome)
  const { provider, clientOrderId } = request.params
  const known =
    lastReceipt(simulation, request) ?? simulation.book.find(provider, clientOrderId)?.refusal
  return respond(reply, outcome, known === undefined ? notFound(request) : ok(known))
}

async function cancel(
  simulation: Simulation,
  request: FastifyRequest<OrderRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { book, scripts } = simulation
  const { provider, clientOrderId } = request.params
  const outcome = scripts.take(callOf(simulation, 'cancel', request))
  await wait(simulation, outcome)
  if (lastReceipt(simulation, request) === undefined) {
    return respond(reply, outcome, notFound(request))
  }
  const refusal = outcome.takesEffect ? book.refusesCancel(provider, clientOrderId) : outcome.reason
  if (refusal !== undefined) {
    return respond(reply, outcome, { status: 409, body: { detail: refusal } })
  }
  book.move(provider, clientOrderId, 'Cancelled')
  return respond(reply, outcome, ok(lastReceipt(simulation, request)))
}

function readOrder(body: unknown): SubmittedOrder {
  const order = submittedOrderSchema.safeParse(body)
  if (order.success) return order.data
  throw new BadUserInputError(z.prettifyError(order.error), 'order')
}

function callOf(
  { book }: Simulation,
  on: Call['on'],
  { params }: FastifyRequest<OrderRequest>,
): Call {
  const tally = book.find(params.provider, params.clientOrderId)
  return {
    on,
    ...params,
    accountNumber: tally?.accountNumber,
    purchaseOrderNumber: tally?.purchaseOrderNumber,
  }
}

function lastReceipt(
  { book }: Simulation,
  { params }: FastifyRequest<OrderRequest>,
): Receipt | undefined {
  return book.find(params.provider, params.clientOrderId)?.orders.at(-1)
}

function wait({ stopping }: Simulation, { delayMs }: Outcome): Promise<void> {
  return delayMs === 0 ? Promise.resolve() : delay(delayMs, undefined, { signal: stopping })
}

function rejectedLinesOf(order: SubmittedOrder, { rejectedLines, reason }: Outcome) {
  return order.lines
    .filter((_line, position) => rejectedLines.includes(position))
    .map(({ lineId }) => ({ lineId, reason }))
}

interface ProviderResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const ok = (body: unknown): ProviderResponse => ({ status: 200, body })

function notFound({ params }: FastifyRequest<OrderRequest>): ProviderResponse {
  const { clientOrderId } = params
  return { status: 404, body: { code: 'ORDER_NOT_FOUND', clientOrderId } }
}

function respond(reply: FastifyReply, outcome: Outcome, usual: ProviderResponse): FastifyReply {
  if (outcome.answer === 'none') {
    reply.hijack()
    reply.raw.destroy()
    return reply
  }
  const { status, headers = {}, body } = outcome.answer === 'usual' ? usual : outcome.answer
  void reply.code(status).headers(headers)
  return typeof body === 'string'
    ? reply.type('text/html').send(body)
    : reply.type('application/json').send(JSON.stringify(body ?? null))
}

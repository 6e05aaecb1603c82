import { BadUserInputError, NotFoundError } from '@takeoff/kit/values/errors'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { OrderBook, Tally } from './order-book.ts'
import { scriptSchema } from './script.ts'
import type { Scripts } from './script.ts'

const settingsSchema = z.strictObject({
  deduplicates: z.boolean().optional(),
  stepMs: z.int().min(0).optional(),
})
const statusSchema = z.strictObject({ status: z.string().min(1).optional() })

interface OrderParams {
  readonly Params: { readonly clientOrderId: string }
}

/** Routes with which a test controls the simulator and reads the received orders. */
export function addControlRoutes(
  app: FastifyInstance,
  { book, scripts }: { readonly book: OrderBook; readonly scripts: Scripts },
): void {
  app.post('/control/scripts', (request, reply) => {
    scripts.add(read(scriptSchema, request.body))
    return reply.code(204).send()
  })
  app.put('/control/settings', (request, reply) => {
    const { deduplicates, stepMs } = read(settingsSchema, request.body)
    book.change({
      ...(deduplicates === undefined ? {} : { deduplicates }),
      ...(stepMs === undefined ? {} : { stepMs }),
    })
    return reply.code(204).send()
  })
  app.get('/control/orders', () => ({ orders: book.all() }))
  app.get<OrderParams>('/control/orders/:clientOrderId', ({ params }) =>
    tallyOf(book, params.clientOrderId),
  )
  app.post<OrderParams>('/control/orders/:clientOrderId/status', ({ params, body }) => {
    const { provider, clientOrderId } = tallyOf(book, params.clientOrderId)
    book.move(provider, clientOrderId, read(statusSchema, body ?? {}).status)
    return tallyOf(book, clientOrderId)
  })
  app.delete('/control', (_request, reply) => {
    book.clear()
    scripts.clear()
    return reply.code(204).send()
  })
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw new BadUserInputError(z.prettifyError(result.error), 'body')
}

function tallyOf(book: OrderBook, id: string): Tally {
  const tally = book.all().find(({ clientOrderId }) => clientOrderId === id)
  if (tally !== undefined) return tally
  throw new NotFoundError(`No order came in under the client order id ${id}.`)
}

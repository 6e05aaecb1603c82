import { createHttpServer } from '@takeoff/kit/http/http-server'
import { runningService } from '@takeoff/kit/http/running-service'
import { readVariables } from '@takeoff/kit/service/config'
import { httpVariables } from '@takeoff/kit/service/config-groups'
import { run } from '@takeoff/kit/service/run'

/** A receiver of webhooks as a process of its own, which records traces. `GET /received` returns all bodies. */
await run(
  'receiver',
  () => readVariables(httpVariables, process.env),
  async ({ host, port }, logger) => {
    const app = createHttpServer({ logger })
    const received: unknown[] = []
    app.post('/hook', (request, reply) => {
      received.push(request.body)
      return reply.code(204).send()
    })
    app.get('/received', () => received)
    return runningService(app, await app.listen({ host, port }), () => app.close())
  },
)

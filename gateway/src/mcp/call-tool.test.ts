import { fastify } from 'fastify'
import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { callTool } from './call-tool.ts'

it('a call of a tool under way is served while the server closes', async () => {
  const app = fastify({ return503OnClosing: false })
  app.post('/graphql', () => ({ data: { name: 'Maple Street' } }))
  const { signal } = new AbortController()
  const request = { headers: {}, id: 'request-1', ip: '127.0.0.1' } as FastifyRequest
  const call = { tool: { name: 'get_job', argumentNames: [] }, args: {}, request, signal }
  const results: unknown[] = []
  app.addHook('preClose', async () => void results.push(await callTool(app, call)))
  await app.listen()
  await app.close()
  expect(results).toMatchObject([
    { isError: false, structuredContent: { data: { name: 'Maple Street' } } },
  ])
})

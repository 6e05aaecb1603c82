import { once } from 'node:events'
import { request } from 'node:http'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { sendExport } from './send-export.ts'

/** Serves an export. @returns its address, and what happens to the connection of its client */
async function serve(chunks: () => AsyncGenerator<string>) {
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  const app = fastify()
  app.get('/', ({ raw }, reply) => {
    raw.socket.once('close', leave)
    return sendExport(reply, { filename: 'orders', format: 'csv', chunks: chunks() })
  })
  onTestFinished(() => app.close())
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), left }
}

test('an export is sent in full', async () => {
  const { url } = await serve(async function* () {
    yield* ['a,b\r\n', '1,2\r\n']
  })
  const response = await fetch(url)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="orders.csv"')
  expect(await response.text()).toBe('a,b\r\n1,2\r\n')
})

test('an export of nothing is an empty file', async () => {
  const { url } = await serve(async function* () {})
  const response = await fetch(url)
  expect([response.status, await response.text()]).toEqual([200, ''])
})

test('an error before the first byte gets a response', async () => {
  // oxlint-disable-next-line require-yield
  const { url } = await serve(async function* () {
    throw new Error('The database is away.')
  })
  expect((await fetch(url)).status).toBe(500)
})

test('an error after the first byte ends the connection before the end of the body', async () => {
  const { url } = await serve(async function* () {
    yield 'a,b\r\n'
    throw new Error('The database is away.')
  })
  const response = await fetch(url)
  await expect(response.text()).rejects.toThrow('terminated')
})

test('an export whose client leaves before its first part is there is closed', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: part, resolve: makePart } = Promise.withResolvers<void>()
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  const { url, left } = await serve(async function* () {
    try {
      begin()
      await part
      yield* ['a,b\r\n', '1,2\r\n']
    } finally {
      close()
    }
  })
  const client = request(url).end()
  const ended = once(client, 'close').catch(() => undefined)
  await begun
  client.destroy()
  await Promise.all([left, ended])
  makePart()
  await expect(closed).resolves.toBeUndefined()
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveMethods } from './methods.ts'

/** The limit of any Node server: it reads the request and responds with bytes that are already in memory. */
const state = { body: Buffer.alloc(0) }

const methods = {
  respondWith(text: string): void {
    state.body = Buffer.from(text)
  },
  async url(): Promise<string> {
    const server = createServer((request, response) => {
      const { body } = state
      const headers = { 'content-type': 'application/json', 'content-length': body.length }
      request.resume().on('end', () => response.writeHead(200, headers).end(body))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`
  },
}

export type BareMethods = typeof methods

serveMethods(methods)

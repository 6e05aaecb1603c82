import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { serveMethods } from './methods.ts'

/** The limit of any Node server: it reads the request and responds with bytes that are already in memory. */
const state = { body: Buffer.alloc(0) }

const methods = {
  respondWith(text: string): void {
    state.body = Buffer.from(text)
  },
  async url(): Promise<string> {
    const server = await startLocalServer((request, response) => {
      const { body } = state
      const headers = { 'content-type': 'application/json', 'content-length': body.length }
      request.resume().on('end', () => response.writeHead(200, headers).end(body))
    })
    return `${server.url}/graphql`
  },
}

export type BareMethods = typeof methods

serveMethods(methods)

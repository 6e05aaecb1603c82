import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BareServer extends AsyncDisposable {
  readonly url: string
}

/** The limit of any Node server: reads the request, answers bytes it holds already, in a process of its own. */
export async function startBareServer(bytes: string): Promise<BareServer> {
  const child = fork(import.meta.filename, [], { serialization: 'json' })
  child.send(bytes)
  const [url] = (await once(child, 'message')) as [string]
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

function serve(bytes: string): void {
  const body = Buffer.from(bytes)
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, headers).end(body))
  })
  server.listen(0, '127.0.0.1', () => {
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  })
}

if (process.send !== undefined && process.argv[1] === import.meta.filename) {
  process.once('message', (bytes) => serve(String(bytes)))
}

import { randomUUID } from 'node:crypto'
import { json } from 'node:stream/consumers'
import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { startLocalServer } from '@takeoff/kit/testing/local-server'

/** The methods of a DevEnv that a test in another process may call; arguments and result are JSON. */
export const controlMethods = [
  'kill9',
  'whenReady',
  'freeze',
  'thaw',
  'takeAway',
  'bringBack',
  'stopPostgres',
  'killBroker',
  'setMemoryAlarm',
  'waitUntilIdle',
  'mintToken',
] as const

export type ControlMethod = (typeof controlMethods)[number]

/** The parts of a DevEnv that can be sent to another process. */
export type SentDevEnv = Omit<DevEnv, ControlMethod | 'broker' | keyof AsyncDisposable>

interface Call {
  /** Number of the calling test worker. */
  readonly worker: string
  readonly method: ControlMethod | 'describe'
  readonly args: readonly never[]
}

/** Lets each test worker control its stack, which runs in the main process. */
export async function startControl(
  stackOf: (worker: string) => Promise<DevEnv>,
): Promise<AsyncDisposable & { readonly url: string }> {
  const path = `/${randomUUID()}`
  const server = await startLocalServer((request, response) => {
    const respond = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (request.url !== path) return respond(404, { error: 'not found' })
    json(request)
      .then(async (body) => {
        const call = body as Call
        return perform(await stackOf(call.worker), call)
      })
      .then(
        (result) => respond(200, { result }),
        (error: unknown) => respond(500, { error: (error as Error).message }),
      )
  })
  return { ...server, url: `${server.url}${path}` }
}

async function perform(devEnv: DevEnv, { method, args }: Call): Promise<unknown> {
  if (method === 'describe') return describe(devEnv)
  const call: (...args: readonly never[]) => Promise<unknown> = devEnv[method]
  return call(...args)
}

function describe(devEnv: DevEnv): SentDevEnv {
  const { graphqlUrl, urls, databases, serviceSecrets, logs, files } = devEnv
  const { transport, events, details } = devEnv
  return { graphqlUrl, urls, databases, serviceSecrets, logs, files, transport, events, details }
}

import { createClient, createSentinel } from '@redis/client'
import type { RedisScripts } from '@redis/client'
import { withTimeout } from '../concurrency/with-timeout.ts'
import { hostOf, hostUrls } from '../service/host-list.ts'
import { invariant } from '../values/invariant.ts'
import { isSentinelUrl } from './redis-url.ts'
import { PING_MS, replaceSilentConnection } from './replace-silent-connection.ts'

const CONNECT_TIMEOUT_MS = 1_000
/** Longest time without a byte in either direction, as while a connection is opened; later there are PINGs. */
const SILENCE_MAX_MS = 5_000
/** A process starts without Redis after this time. */
const CONNECT_WAIT_MS = 1_000
/** Longest wait before a reconnect; each wait is longer than the one before. */
const RECONNECT_MS_MAX = 2_000
const RECONNECT_STEP_MS = 100
/** Maximum commands in flight; the client refuses further ones. */
const COMMANDS_MAX = 10_000
const SENTINEL_PORT = 26_379

/**
 * A client of the Redis of a URL, or of the one that the Sentinels of the URL name at the moment. `connect` and commands
 * try until there is one, so callers limit how long they wait. A single Redis that is away refuses commands at once. A
 * connection that goes silent is replaced within seconds.
 */
export function createRedis<S extends RedisScripts>(url: string, scripts: S) {
  const options = {
    disableOfflineQueue: true,
    commandsQueueMaxLength: COMMANDS_MAX,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MAX_MS,
      reconnectStrategy: (tries: number) => Math.min(tries * RECONNECT_STEP_MS, RECONNECT_MS_MAX),
    },
  }
  const client = isSentinelUrl(url)
    ? createSentinel({ ...sentinelsOf(url, options), scripts })
    : createClient({ ...options, url, scripts })
  // The client reconnects by itself; commands that fail show that Redis is unavailable.
  client.on('error', () => undefined)
  replaceSilentConnection(client)
  return client
}

/** A client that connects. It is returned after a second even without a connection, and goes on trying then. */
export async function openRedis<S extends RedisScripts>(url: string, scripts: S) {
  const client = createRedis(url, scripts)
  const connecting = client.connect().then(() => undefined)
  await withTimeout(CONNECT_WAIT_MS, connecting, 'Redis does not respond').catch(() => undefined)
  return client
}

function sentinelsOf<Options extends { readonly socket: object }>(url: string, options: Options) {
  const urls = hostUrls(url).map((one) => new URL(one))
  const [first] = urls
  invariant(first !== undefined, 'a URL has no host')
  const tls = first.protocol.startsWith('rediss')
  const clientOptions = { ...options, socket: { ...options.socket, ...(tls && { tls }) } }
  return {
    name: decodeURIComponent(first.pathname.slice(1)),
    sentinelRootNodes: urls.map((one) => ({
      host: hostOf(one),
      port: one.port === '' ? SENTINEL_PORT : Number(one.port),
    })),
    // Credentials are those of Redis: Sentinels seldom have any.
    nodeClientOptions: {
      ...clientOptions,
      ...(first.username !== '' && { username: decodeURIComponent(first.username) }),
      ...(first.password !== '' && { password: decodeURIComponent(first.password) }),
    },
    // Nothing but these PINGs is sent to a Sentinel that reports promotions, so the limit of silence ends its connection.
    sentinelClientOptions: { ...clientOptions, pingInterval: PING_MS },
    maxCommandRediscovers: Number.MAX_SAFE_INTEGER,
  }
}

import { SUCCESS, CommandFailedError } from '@takeoff/kit/service/command-line'
import { parseJson } from '@takeoff/kit/values/json'
import { isLoopbackHost } from '@takeoff/kit/values/loopback'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { VERIFICATION_EVENT } from '@takeoff/contracts/webhook-payloads'
import { LRUCache } from 'lru-cache'
import type { Call, Command } from './command.ts'
import { forward } from './forward.ts'
import { readListenOptions } from './listen-options.ts'
import type { ListenOptions } from './listen-options.ts'
import { startLocalReceiver } from './local-receiver.ts'
import type { Received, Reply } from './local-receiver.ts'
import { removeLeftBehind, subscribe, unsubscribe } from './own-subscription.ts'
import type { OwnSubscription } from './own-subscription.ts'
import { openPlatform } from './platform.ts'
import type { Platform } from './platform.ts'
import { jsonOf, showMessage } from './show-message.ts'
import { findForgery } from './verify-message.ts'

const HANDSHAKE_LIMIT_MS = 20_000
/** Maximum webhooks whose attempts are counted. */
const COUNTED_MAX = 10_000

const ABOUT = `Subscribes this terminal and prints every event until Ctrl-C, which deletes the subscription.
        --events EVENT,…    only these
        --forward URL       posts each event on to your receiver and passes its response back
        --trigger EVENT,…   sends test events
        --print-headers     shows the headers, too
        --org ID            the organization; else the first of the development stack
        --url URL --token TOKEN
                            another platform than the development stack, or TAKEOFF_URL and TAKEOFF_TOKEN
        --public-url URL --port PORT
                            where that platform reaches this program: a tunnel to this port`

export const listen: Command = {
  audience: 'integrators',
  name: 'listen',
  usage: '[options]',
  about: ABOUT,
  options: {
    events: { type: 'string' },
    org: { type: 'string' },
    forward: { type: 'string' },
    trigger: { type: 'string' },
    'print-headers': { type: 'boolean' },
    url: { type: 'string' },
    token: { type: 'string' },
    'public-url': { type: 'string' },
    port: { type: 'string' },
  },
  run: listenUntilStopped,
}

async function listenUntilStopped(call: Call): Promise<number> {
  const options = readListenOptions(call)
  const platform = await openPlatform(options, call.config)
  requireReachable(platform, options)
  const session = randomBytes(6).toString('hex')
  const handler = createMessageHandler(platform, options, call)
  await using stack = new AsyncDisposableStack()
  const unread = new AbortController()
  const onUnread = (): void => unread.abort()
  process.stdout.on('error', onUnread)
  stack.defer(() => void process.stdout.off('error', onUnread))
  const receiver = stack.use(
    await startLocalReceiver({ port: options.port, session }, (received) => handler.take(received)),
  )
  const url = options.publicUrl ?? receiver.url
  const leftBehind = await removeLeftBehind(platform)
  const own = await subscribe(platform, { url, session, events: options.events })
  stack.defer(() => endSubscription(platform, own, call))
  handler.subscribed(own)
  if (!(await isVerified(handler, call))) return SUCCESS
  call.report(
    { subscription: own.id, url, secret: own.secret },
    welcome({ own, url, leftBehind, platform, options }),
  )
  for (const event of options.trigger) {
    await platform.request(
      'mutation ($id: Int!, $event: String!) { webhookTest(id: $id, event: $event) { id } }',
      { id: own.id, event },
    )
  }
  // It also ends when its output is closed, as by `| head`.
  const end = AbortSignal.any([call.stop, unread.signal])
  if (!end.aborted) await once(end, 'abort')
  return SUCCESS
}

/** @throws CommandFailedError because another machine cannot reach the loopback of this one */
function requireReachable({ url }: Platform, { publicUrl, port }: ListenOptions): void {
  const isHere = isLoopbackHost(new URL(url).hostname)
  if (isHere || (publicUrl !== undefined && port !== 0)) return
  throw new CommandFailedError(
    `${new URL(url).host} must reach this program: open a tunnel to a port here, and give --port with the port and --public-url with the tunnel's https address.`,
  )
}

/** Handles the POSTs that arrive: proves the URL by the handshake, and prints all other messages. */
interface MessageHandler {
  take(received: Received): Promise<Reply>
  /** Messages are not read before the secret of their subscription is known. */
  subscribed(own: OwnSubscription): void
  readonly verified: Promise<void>
}

function createMessageHandler(
  platform: Platform,
  options: ListenOptions,
  { report }: Call,
): MessageHandler {
  const subscription = Promise.withResolvers<OwnSubscription>()
  const verification = Promise.withResolvers<void>()
  let isVerifying = false
  const attempts = new LRUCache<string, number>({ max: COUNTED_MAX })
  return {
    subscribed: subscription.resolve,
    verified: verification.promise,
    async take(received) {
      const { secret } = await subscription.promise
      const forgery = findForgery(received.headers, received.body, secret)
      const payload = readPayload(received.body)
      if (forgery === undefined && payload['event'] === VERIFICATION_EVENT) {
        // A code is used once: a handshake that is delivered again would be refused.
        if (!isVerifying) verification.resolve(verify(platform, payload['code']))
        isVerifying = true
        return { status: 204 }
      }
      const startedAt = performance.now()
      const reply = await replyTo(received, forgery, options)
      const forwarded =
        options.forward === undefined || forgery !== undefined
          ? undefined
          : { to: options.forward, durationMs: Math.round(performance.now() - startedAt) }
      const id = String(received.headers['webhook-id'])
      const attempt = (attempts.get(id) ?? 0) + 1
      attempts.set(id, attempt)
      const seen = { received, payload, attempt, forgery, reply, forwarded }
      report(jsonOf(seen), showMessage(seen, options.printHeaders))
      return reply
    },
  }
}

async function replyTo(
  received: Received,
  forgery: string | undefined,
  { forward: to }: ListenOptions,
): Promise<Reply> {
  if (forgery !== undefined) return { status: 401 }
  return to === undefined ? { status: 204 } : forward(to, received)
}

async function verify(platform: Platform, code: unknown): Promise<void> {
  await platform.request('mutation ($code: String!) { webhookVerify(code: $code) { id } }', {
    code,
  })
}

/** False when it was stopped earlier. @throws CommandFailedError when the handshake does not arrive */
async function isVerified({ verified }: MessageHandler, { stop }: Call): Promise<boolean> {
  const over = new AbortController()
  const signal = AbortSignal.any([stop, over.signal])
  const outcome = await Promise.race([
    verified.then(() => 'verified' as const),
    delay(HANDSHAKE_LIMIT_MS, 'late' as const, { signal }).catch(() => 'stopped' as const),
  ]).finally(() => over.abort())
  if (outcome === 'late') {
    throw new CommandFailedError(
      'The handshake has not arrived. The platform must be able to reach this program: give --public-url with the address of a tunnel to --port.',
    )
  }
  return outcome === 'verified'
}

/** A subscription that cannot be deleted now is deleted at the next start. */
async function endSubscription(
  platform: Platform,
  { id }: OwnSubscription,
  { out, isJson }: Call,
): Promise<void> {
  try {
    await unsubscribe(platform, id)
    if (!isJson) out(`\nSubscription ${id} is deleted.\n`)
  } catch (error) {
    if (!(error instanceof CommandFailedError)) throw error
    if (!isJson)
      out(`\nSubscription ${id} is left behind: ${error.message} The next start deletes it.\n`)
  }
}

interface Welcome {
  readonly own: OwnSubscription
  readonly url: string
  readonly leftBehind: number
  readonly platform: Platform
  readonly options: ListenOptions
}

function welcome({ own, url, leftBehind, platform, options }: Welcome): string {
  const { events, forward } = options
  const lines = [
    `Listening to organization ${platform.orgId} at ${platform.url}.`,
    `  Events        ${events === null ? 'all' : events.join(', ')}`,
    `  Subscription  ${own.id}, to ${url}, verified`,
    `  Secret        ${own.secret}`,
    ...(forward === undefined ? [] : [`  Forwarded to  ${forward}`]),
    ...(leftBehind === 0 ? [] : [`  Deleted       ${leftBehind} that an earlier run left behind`]),
    'Ctrl-C ends it and deletes the subscription.',
  ]
  return `${lines.join('\n')}\n\n`
}

/** A message that is not JSON is printed without its fields. */
function readPayload(body: Buffer): Readonly<Record<string, unknown>> {
  return Object(parseJson(body.toString('utf8'))) as Record<string, unknown>
}

/** How often a connection is tried. */
export const PING_MS = 2_000
/** PINGs without a reply after which a connection counts as silent. */
const UNANSWERED_MAX = 2

/** A client of `@redis/client`, as far as it is used here. */
interface Client {
  readonly isReady: boolean
  ping(): Promise<unknown>
  connect(): Promise<unknown>
  destroy(): void | Promise<void>
  on(event: 'error', listener: () => void): unknown
}

/**
 * Connects a client anew when its connection goes silent, as behind a firewall that has forgotten it, until the client
 * is destroyed. The library notices only connections that are closed: its `socketTimeout` begins again with each command
 * that is sent, so that it never ends a connection that is in use.
 */
export function replaceSilentConnection(client: Client): void {
  let unanswered = 0
  let isDestroyed = false
  const destroy = client.destroy.bind(client)
  const timer = setInterval(() => void check(), PING_MS)
  timer.unref()
  client.destroy = async () => {
    isDestroyed = true
    clearInterval(timer)
    await destroy()
  }
  const setAnswered = (): void => {
    unanswered = 0
  }
  // Redis has refused the PING, which is a reply, or the client has: its queue is full. While that is so nothing is sent,
  // and `socketTimeout` ends a silent connection.
  const setUncounted = (): void => {
    unanswered = Math.max(0, unanswered - 1)
  }
  // After an error the library connects by itself.
  client.on('error', setAnswered)

  async function check(): Promise<void> {
    // PINGs are counted instead of milliseconds, because a process that was busy has read no replies meanwhile.
    if (client.isReady && unanswered < UNANSWERED_MAX) {
      unanswered += 1
      client.ping().then(setAnswered, setUncounted)
      return
    }
    setAnswered()
    if (!client.isReady) return
    await destroy()
    // `connect` tries again until the client is destroyed.
    if (!isDestroyed) client.connect().catch(() => undefined)
  }
}

import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { createRedis } from './redis-client.ts'

const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
const hasIPv6 = addresses.some(({ address }) => address === '::1')

test.skipIf(!hasIPv6).each(['redis://[::1]:PORT', 'redis+sentinel://[::1]:PORT/mymaster'])(
  '%s is connected to at the address between the brackets',
  async (url) => {
    const server = createServer((socket) => void socket.on('error', () => undefined))
    onTestFinished(() => void server.close())
    await once(server.listen(0, '::1'), 'listening')
    const { port } = server.address() as AddressInfo
    const client = createRedis(url.replace('PORT', String(port)), {})
    const connecting = client.connect().catch(() => undefined)
    await expect(once(server, 'connection')).resolves.toHaveLength(1)
    await client.destroy()
    server.close()
    void connecting
  },
)

import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { OutboxMessageSchema } from '../events/outbox.ts'
import { createLogger } from '../service/logger.ts'
import { findFreePort } from '../http/free-ports.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'

/** What a host of the table does. */
type Behaviour =
  | 'primary'
  | 'standby'
  | 'is promoted a moment later'
  | 'refuses connections'
  | 'never responds'
  | 'is not ready yet'
  | 'has too many connections'
  | 'refuses the password'
  | 'does not know the database'

let opened = new AsyncDisposableStack()
afterEach(async () => {
  await opened.disposeAsync()
  opened = new AsyncDisposableStack()
})

describe('of several hosts', () => {
  test.each<[readonly Behaviour[], string, number]>([
    [['primary', 'standby'], 'read-write', 0],
    [['standby', 'primary'], 'read-write', 1],
    [['standby', 'primary'], 'primary', 1],
    [['primary', 'standby'], 'standby', 1],
    [['primary', 'standby'], 'read-only', 1],
    [['primary', 'standby'], 'any', 0],
    [['primary', 'standby'], 'prefer-standby', 1],
    [['refuses connections', 'primary'], 'prefer-standby', 1],
    [['refuses connections', 'primary'], 'read-write', 1],
    [['never responds', 'standby', 'primary'], 'read-write', 2],
    [['is not ready yet', 'primary'], 'read-write', 1],
    [['has too many connections', 'primary'], 'read-write', 1],
    [['primary', 'refuses the password'], 'read-write', 0],
  ])('%j with %s number %d is used', async (behaviours, target, expected) => {
    const { hosts, database } = await openWith(behaviours, target)
    expect(await usedBy(database)).toBe(hosts[expected]?.port)
  })

  test.each<[readonly Behaviour[], RegExp]>([
    [['refuses the password', 'primary'], /password authentication failed/],
    [['does not know the database', 'primary'], /database "lists" does not exist/],
  ])('%j is an error at once', async (behaviours, message) => {
    const { hosts, database } = await openWith(behaviours, 'read-write')
    await expect(database.ping()).rejects.toThrow(message)
    expect(hosts[0]?.connections()).toBe(1)
  })

  test('none can be used: the error says why of each', async () => {
    const { hosts, database } = await openWith(['standby', 'refuses connections'], 'read-write')
    await expect(database.ping()).rejects.toThrow(
      `no host of the database can be used: 127.0.0.1:${hosts[0]?.port} is a read-only standby; 127.0.0.1:${hosts[1]?.port}: connect ECONNREFUSED`,
    )
  })

  test('none can be used: a read waits once for one', async () => {
    const { hosts, database } = await openWith(['standby', 'standby'], 'read-write')
    await expect(usedBy(database)).rejects.toThrow('A database of the platform')
    // One connection for each tenth of a second of one wait.
    expect(hosts[0]?.connections()).toBeLessThanOrEqual(31)
  })

  test('a standby that is promoted while another host is silent is found without a second probe', async () => {
    const { hosts, database } = await openWith(
      ['never responds', 'is promoted a moment later'],
      'read-write',
    )
    expect(await usedBy(database)).toBe(hosts[1]?.port)
    expect(hosts[0]?.connections()).toBe(1)
  })

  test('the next one is used when the first one is demoted, with its idle connections', async () => {
    const { hosts, database } = await openWith(['primary', 'standby'], 'read-write')
    await usedBy(database)
    hosts[0]?.become('standby')
    hosts[1]?.become('primary')
    hosts[0]?.endConnections()
    expect(await usedBy(database)).toBe(hosts[1]?.port)
  })
})

/** Opens a database with a host for each behaviour. */
async function openWith(behaviours: readonly Behaviour[], target: string) {
  const hosts = await Promise.all(behaviours.map(startHost))
  const addresses = hosts.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const database = await openDatabase({
    url: `postgres://lists:secret@${addresses}/lists?target_session_attrs=${target}`,
    poolSize: 2,
    entities: [OutboxMessageSchema],
    migrations: [],
    logger: createLogger('test', 'silent'),
  })
  return { hosts, database: opened.use(database) }
}

/** The port of the host that responds. */
async function usedBy(database: Database): Promise<number> {
  const [row] = await database.query<{ port: string }>('select inet_server_port() as port')
  return Number(row?.port)
}

async function startHost(behaviour: Behaviour) {
  const sockets = new Set<Socket>()
  let current = behaviour
  if (behaviour === 'refuses connections') return { port: await findFreePort(), ...NO_HOST }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => {
      const error = ERRORS[current]
      if (error !== undefined) return socket.end(errorMessage(...error))
      if (current === 'never responds') return undefined
      socket.write(Buffer.concat([AUTHENTICATED, READY]))
      return socket.on('data', (messages: Buffer) => {
        respond(socket, messages, current)
        if (current === 'is promoted a moment later') current = 'primary'
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const endConnections = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  opened.defer(() => {
    endConnections()
    server.close()
  })
  return {
    port,
    endConnections,
    connections: () => sockets.size,
    become: (next: Behaviour) => void (current = next),
  }
}

const NO_HOST = { become: () => undefined, endConnections: () => undefined, connections: () => 0 }

const ERRORS: Partial<Record<Behaviour, readonly [string, string]>> = {
  'is not ready yet': ['57P03', 'the database system is starting up'],
  'has too many connections': ['53300', 'sorry, too many clients already'],
  'refuses the password': ['28P01', 'password authentication failed for user "lists"'],
  'does not know the database': ['3D000', 'database "lists" does not exist'],
}

/** Responds to each statement with one row: the role of the host, or its port. */
function respond(socket: Socket, messages: Buffer, behaviour: Behaviour): void {
  for (let at = 0; at < messages.length; at += 1 + messages.readUInt32BE(at + 1)) {
    if (messages[at] !== 'Q'.charCodeAt(0)) continue
    const text = messages.toString('utf8', at + 5, at + 1 + messages.readUInt32BE(at + 1))
    const isStandby = behaviour === 'standby' || behaviour === 'is promoted a moment later'
    const row = text.includes('pg_is_in_recovery')
      ? { isStandby, isReadOnly: isStandby }
      : { port: socket.localPort ?? 0 }
    socket.write(Buffer.concat([resultOf(row), READY]))
  }
}

const BOOLEAN = 16
const TEXT = 25
const AUTHENTICATED = message('R', int32(0))
const READY = message('Z', Buffer.from('I'))

function resultOf(row: Readonly<Record<string, boolean | number>>): Buffer {
  const columns = Object.entries(row).map(([name, value]) =>
    Buffer.concat([
      Buffer.from(`${name}\0`),
      int32(0),
      int16(0),
      int32(typeof value === 'boolean' ? BOOLEAN : TEXT),
      int16(-1),
      int32(-1),
      int16(0),
    ]),
  )
  const values = Object.values(row).map((value) => {
    const text = Buffer.from(typeof value === 'boolean' ? String(value).slice(0, 1) : String(value))
    return Buffer.concat([int32(text.length), text])
  })
  return Buffer.concat([
    message('T', int16(columns.length), ...columns),
    message('D', int16(values.length), ...values),
    message('C', Buffer.from('SELECT 1\0')),
  ])
}

function errorMessage(code: string, text: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`))
}

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(value)
  return buffer
}

function int16(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeInt16BE(value)
  return buffer
}

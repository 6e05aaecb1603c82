import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findRabbitmqServer } from '../src/rabbitmq/rabbitmq-node.ts'
import { startBroker } from '../src/rabbitmq/rabbitmq.ts'

test.skipIf((await findRabbitmqServer()) === undefined)(
  'a broker whose port another process takes while it starts is started again, and gets ready',
  async () => {
    await using stack = new AsyncDisposableStack()
    const directory = await mkdtemp(path.join(tmpdir(), 'takeoff-broker-start-'))
    stack.defer(() => rm(directory, { recursive: true, force: true }))
    const restart = Promise.withResolvers<string>()
    const broker = await startBroker({
      amqpUrl: undefined,
      directory,
      logFile: path.join(directory, 'rabbitmq.log'),
      password: 'test',
      mayInstall: false,
      say: restart.resolve,
    })
    if (broker === undefined) throw new Error('the installed RabbitMQ was not found')
    stack.use(broker)
    // The node listens some seconds after it was started.
    const other = createServer().listen(Number(new URL(broker.url).port), '127.0.0.1')
    await once(other, 'listening')
    const line = await Promise.race([restart.promise, broker.ready])
    other.close()

    expect(line).toBe('RabbitMQ ended (exit code 1); starting it again')
    await broker.ready
  },
)

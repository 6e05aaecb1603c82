import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { expect, test } from 'vitest'
import { findRabbitmqServer } from '../src/rabbitmq/rabbitmq-node.ts'
import { startBroker } from '../src/rabbitmq/rabbitmq.ts'

test.skipIf((await findRabbitmqServer()) === undefined)(
  'a broker whose port another process takes while it starts is started again, and gets ready',
  async () => {
    await using stack = new AsyncDisposableStack()
    const { path: directory } = stack.use(await openTemporaryFolder('takeoff-broker-start'))
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
    expect(await broker.kill9(), 'there was nothing to kill').toBe(false)
    await broker.ready
  },
)

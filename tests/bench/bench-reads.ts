import path from 'node:path'
import { readBaseEnvironment } from '@takeoff/dev-env/config'
import type { DevEnv } from '@takeoff/dev-env/dev-env'
import type { BareMethods } from './bare-process.ts'
import { measure } from './load.ts'
import { startCalled } from './methods.ts'
import { printRate } from './print.ts'
import { prepareScene } from './scene.ts'

const SECONDS = 10
const CONNECTIONS = 16

/** The query that clients send most often, compared with a server that does nothing. */
export async function benchReads(devEnv: DevEnv): Promise<void> {
  const scene = await prepareScene(devEnv)
  const read = { ...scene.read, connections: CONNECTIONS, seconds: SECONDS }
  const list = await measure(read)
  await using bare = await startCalled<BareMethods>({
    entry: path.join(import.meta.dirname, 'bare-process.ts'),
    env: readBaseEnvironment(),
    logFile: path.join(devEnv.logs, 'bare.log'),
  })
  await bare.call('respondWith', scene.readResponse)
  const limit = await measure({ ...read, url: await bare.call('url') })

  console.log(`${CONNECTIONS} connections, ${SECONDS} s each`)
  printRate('full list query, 60 items, 2 orders with documents', list)
  printRate('bare Node server, same bytes', limit)
  console.log(`  ratio ${(list.perSecond / limit.perSecond).toFixed(3)} of the limit\n`)
}

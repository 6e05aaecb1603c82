import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { measureCreations } from './creations.ts'
import { measureLargeOrder } from './large-order.ts'
import { printRate } from './print.ts'
import { measureRendering } from './rendering.ts'
import { prepareScene } from './scene.ts'

const RENDERING_SECONDS = 20
const CREATIONS = 2000
const CONNECTIONS = 4
const LARGE = 5000

/** Order documents: rendering, creation, and how one large order affects other requests. */
export async function benchOrders(devEnv: DevEnv): Promise<void> {
  await reportRendering(devEnv)
  await reportLargeOrder(devEnv)
  await reportCreations(devEnv)
}

async function reportRendering(devEnv: DevEnv): Promise<void> {
  const { model } = await prepareScene(devEnv)
  const [ours, threaded, ...alone] = await measureRendering(model, RENDERING_SECONDS)
  console.log(`rendering an order of ${model.lines.length} lines, per second of CPU`)
  for (const rate of [ours, threaded, ...alone]) {
    if (rate === undefined || ours === undefined) continue
    const figures = `${rate.perCpuSecond.toFixed(1).padStart(9)} /s   p50 ${rate.p50Ms.toFixed(1)} ms   p99 ${rate.p99Ms.toFixed(1)} ms`
    const ratio = alone.includes(rate)
      ? `   ours is ${(ours.perCpuSecond / rate.perCpuSecond).toFixed(2)} of it`
      : ''
    console.log(`  ${rate.name.padEnd(40)}${figures}${ratio}`)
  }
  console.log()
}

async function reportLargeOrder(devEnv: DevEnv): Promise<void> {
  const { ms, attention } = await measureLargeOrder(devEnv, LARGE)
  console.log(
    `an order of ${LARGE} lines with its documents: ${ms.toFixed(0)} ms from order to response`,
  )
  for (const { name, queryP50Ms, queryP99Ms, delayP99Ms, delayMaxMs } of attention) {
    console.log(
      `  ${name.padEnd(40)}query p50 ${queryP50Ms.toFixed(1)} ms   p99 ${queryP99Ms.toFixed(1)} ms` +
        `   event loop delay p99 ${delayP99Ms.toFixed(1)} ms   max ${delayMaxMs.toFixed(1)} ms`,
    )
  }
  console.log()
}

async function reportCreations(devEnv: DevEnv): Promise<void> {
  const { creations, memory } = await measureCreations(devEnv, {
    count: CREATIONS,
    connections: CONNECTIONS,
  })
  console.log(`${CREATIONS} order documents of 60 lines, PDF and CSV, ${CONNECTIONS} connections`)
  printRate('order document create', creations)
  const ofQuarters = (key: keyof (typeof memory)[number]): string =>
    memory.map((quarter) => quarter[key].toFixed(0)).join('   ')
  console.log(`  resident memory by quarter, most   ${ofQuarters('residentMaxMb')} MB`)
  console.log(`  live heap by quarter, least        ${ofQuarters('heapMinMb')} MB\n`)
}

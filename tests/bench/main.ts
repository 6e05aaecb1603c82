import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { benchCosts } from './bench-costs.ts'
import { benchFloods } from './bench-floods.ts'
import { benchLists } from './bench-lists.ts'
import { benchOrders } from './bench-orders.ts'
import { benchReads } from './bench-reads.ts'
import { benchRowSecurity } from './bench-row-security.ts'
import { benchTracing } from './bench-tracing.ts'
import { benchConsole } from './console/bench-console.ts'
import { machineLine } from '../support/machine.ts'
import { startStack } from './start-stack.ts'

const parts: Readonly<Record<string, (devEnv: DevEnv) => Promise<void>>> = {
  reads: benchReads,
  orders: benchOrders,
  lists: benchLists,
  costs: benchCosts,
  floods: benchFloods,
  'row-security': benchRowSecurity,
  tracing: benchTracing,
  console: benchConsole,
}

/** `npm run bench`, or a part of it: `npm run bench -- orders`. Each figure is printed beside a limit of the same run. */
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => parts[name] === undefined)
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
await using devEnv = await startStack()
console.log(`${machineLine()}, transport ${devEnv.transport}\n`)
for (const [name, bench] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) await bench(devEnv)
}

import type { ProcessName } from '@takeoff/dev-env/service-name'
import { scaled } from '@takeoff/kit/testing/scale'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { graphql } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { readDocumentedOperations } from './support/operations-document.ts'
import { operations } from './support/operations/operations.ts'
import { createScene } from './support/scene.ts'
import type { Scene } from './support/scene.ts'
import { changedTables, openStored } from './support/stored.ts'
import { wholeOperation } from './support/whole-operation.ts'

/** The parts in docs/operations.md, and the processes of each. */
const PARTS: Readonly<Record<string, readonly (ProcessName | 'broker')[]>> = {
  'order-documents': ['order-documents'],
  'production-lists': ['production-lists'],
  webhooks: ['webhooks', 'webhooks-2'],
  broker: ['broker'],
}

/** Those of the long form (`npm run chaos`), and of the short one: each takes the CPU of most files. */
const away = scaled(Object.keys(PARTS), ['order-documents'])

const devEnv = sharedDevEnv()
const documented = await readDocumentedOperations()

describe.each(Object.entries(PARTS).filter(([part]) => away.includes(part)))(
  'while %s is away',
  (part, processes) => {
    let scene: Scene
    beforeAll(async () => {
      scene = await createScene(devEnv)
      for (const name of processes) await devEnv.takeAway(name)
    })
    afterAll(async () => {
      await Promise.all(processes.map((name) => devEnv.bringBack(name)))
      await scene[Symbol.asyncDispose]()
    })

    test.skipIf(part === 'broker' && devEnv.transport !== 'amqp')(
      'each operation does what docs/operations.md says, and a refused one writes nothing',
      async () => {
        await using stored = await openStored(devEnv, scene.orgId)
        const observed = new Map<string, string>()
        const written: Record<string, readonly string[]> = {}
        let before = await stored.read()
        // In the order of the table of operations, because later operations use the changes of earlier ones.
        for (const [name, { variables }] of Object.entries(operations)) {
          const outcome = await outcomeOf(name, variables(scene))
          observed.set(name, outcome)
          const after = await stored.read()
          const changed = isRefused(outcome) ? changedTables(before, after) : []
          if (changed.length > 0) written[name] = changed
          before = after
        }
        const expected = [...documented].map(([name, { whileAway }]) => [name, whileAway[part]])
        expect(Object.fromEntries(observed)).toEqual(Object.fromEntries(expected))
        expect(written, 'the tables that refused operations have changed').toEqual({})
      },
    )

    const outcomeOf = async (name: string, variables: object): Promise<string> => {
      const { data, errors } = await graphql(
        wholeOperation(name),
        { ...variables },
        { token: scene.token },
      )
      if (errors === undefined) return 'works'
      const codes = new Set(errors.map(({ extensions }) => extensions.code))
      const code = [...codes].join(', ')
      return (data?.[name] ?? null) === null || code !== 'SUBGRAPH_UNAVAILABLE'
        ? `\`${code}\``
        : 'in part'
    }
  },
)

const isRefused = (outcome: string): boolean => outcome.startsWith('`')

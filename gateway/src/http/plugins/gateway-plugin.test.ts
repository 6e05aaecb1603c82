import { describe, expect, test } from 'vitest'
import { areAllAccepted } from './gateway-plugin.ts'
import type { GatewayListener } from './gateway-plugin.ts'

const refused = new Error('refused')
/** The decisions of a plugin about an operation. */
const checks = {
  nothing: undefined,
  granted: () => undefined,
  refused: () => {
    throw refused
  },
  'granted later': () => Promise.resolve(),
  'refused later': () => Promise.reject(refused),
}

type Check = keyof typeof checks

/** The outcome of an operation, and the listeners that were called. */
function run(names: readonly Check[]) {
  const called: Check[] = []
  const listeners = names.map((name): GatewayListener => {
    const check = checks[name]
    if (check === undefined) return {}
    return {
      didResolveOperation() {
        called.push(name)
        return check()
      },
    }
  })
  return { isAccepted: areAllAccepted(listeners, {} as never), called }
}

describe('an operation', () => {
  test('is accepted synchronously when no listener is asynchronous', () => {
    expect(run(['nothing', 'granted', 'granted']).isAccepted).toBe(true)
    expect(run([]).isAccepted).toBe(true)
  })

  test('is refused at once, and no further listener is called', () => {
    expect(run(['granted', 'refused', 'granted later'])).toEqual({
      isAccepted: false,
      called: ['granted', 'refused'],
    })
  })

  test.each<[boolean, Check[]]>([
    [true, ['granted later', 'granted', 'granted later']],
    [false, ['granted later', 'refused', 'granted']],
    [false, ['granted', 'granted later', 'refused later', 'granted']],
  ])('is accepted: %s, after all of %j that have to wait', async (expected, names) => {
    const { isAccepted, called } = run(names)
    expect(isAccepted).toBeInstanceOf(Promise)
    expect(await isAccepted).toBe(expected)
    const last = names.findIndex((name) => name.startsWith('refused'))
    expect(called).toEqual(last < 0 ? names : names.slice(0, last + 1))
  })

  test('is passed to a listener after the previous one has finished', async () => {
    const { isAccepted, called } = run(['granted later', 'granted'])
    expect(called).toEqual(['granted later'])
    await isAccepted
    expect(called).toEqual(['granted later', 'granted'])
  })
})

import { describe, expect, test } from 'vitest'
import { faultySenders } from './faults.ts'
import { createReferenceSender, faultless } from './reference-sender.ts'
import type { Behaviour } from './reference-sender.ts'
import type { RuleId } from './rules.ts'
import { runSuite } from './run-suite.ts'

/** Requests of the first scenario, and messages of the one about waits. */
const FIRST_RETRY = 2
const MESSAGES = 12

/** As a busy machine does it: nothing of this process runs meanwhile. */
function stall(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** Acts the nth time that it is called, counted from 1. */
function atTime(nth: number, act: () => void): () => void {
  let times = 0
  return () => {
    if (++times === nth) act()
  }
}

/** So many turns of the event loop later. */
function inTurns(turns: number, act: () => void): void {
  setImmediate(() => (turns > 1 ? inTurns(turns - 1, act) : act()))
}

const faultyBy = (rule: RuleId): Behaviour => ({
  ...faultless,
  ...faultySenders.find((sender) => sender.rule === rule)?.behaviour,
})

async function outcomeOf(rule: RuleId, behaviour: Behaviour, scenario: string): Promise<unknown> {
  const results = await runSuite(createReferenceSender(behaviour), {
    timeScale: 10,
    patienceSeconds: 4,
    only: [scenario],
  })
  return results.find((result) => result.rule.id === rule)?.outcome
}

// The sender of a test is in this process, and the stall is of both: what a busy machine does to them.
describe('where the machine stalls', () => {
  test('a sender that retries in lockstep is found, though its messages come in two parts', async () => {
    const sender = faultyBy('retry-jitter')
    let sent = 0
    // Half of the messages fail for the third time when the others have failed, but do not know it yet.
    const send: Behaviour['send'] = (outgoing, body) => {
      sent += 1
      if (sent <= FIRST_RETRY + 2.5 * MESSAGES || sent > FIRST_RETRY + 3 * MESSAGES)
        return sender.send(outgoing, body)
      outgoing.flushHeaders()
      inTurns(4, () => {
        stall(50)
        sender.send(outgoing, body)
      })
    }
    expect(await outcomeOf('retry-jitter', { ...sender, send }, 'retry-schedule')).toBe('fail')
  })

  test('waits that grow are seen to grow, though the first ones were long', async () => {
    const afterFirstFailures = atTime(13, () => stall(700))
    const delayMs: Behaviour['delayMs'] = (attempt, response) => {
      if (attempt === 1) afterFirstFailures()
      return faultless.delayMs(attempt, response)
    }
    const outcome = outcomeOf('retry-backoff', { ...faultless, delayMs }, 'retry-schedule')
    expect(await outcome).toBe('pass')
  })

  test('a sender that gives up too soon is found, though it was seen late', async () => {
    const sender = faultyBy('timeout-length')
    const beforeItGivesUp = atTime(3, () => setTimeout(stall, sender.timeoutMs - 100, 500))
    const send: Behaviour['send'] = (outgoing, body) => {
      beforeItGivesUp()
      sender.send(outgoing, body)
    }
    expect(await outcomeOf('timeout-length', { ...sender, send }, 'timeout')).toBe('fail')
  })

  test('a sender that sends again after a success is found, though nothing came for long', async () => {
    const afterLastSuccess = atTime(1, () => stall(1_500))
    const isSuccess: Behaviour['isSuccess'] = (status) => {
      if (status === 299) afterLastSuccess()
      return false
    }
    expect(await outcomeOf('success-2xx', { ...faultless, isSuccess }, 'successes')).toBe('fail')
  })

  test('a retry within the second keeps its timestamp, though it came late', async () => {
    const retry = atTime(2, () => stall(1_900))
    let begunAt: number | undefined
    const sender: Behaviour = {
      ...faultless,
      timestampOf() {
        begunAt ??= Date.now()
        return String(1_800_000_000 + Math.floor((Date.now() - begunAt) / 1000))
      },
      send(outgoing, body) {
        retry()
        faultless.send(outgoing, body)
      },
    }
    expect(await outcomeOf('timestamp-fresh', sender, 'slow-failure')).toBe('pass')
  })
})

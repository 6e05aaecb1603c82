import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ClientDepartures } from './client-departures.ts'

function responseTo(state: { readonly isWritten?: boolean; readonly isClosed?: boolean } = {}) {
  const { isWritten: writableFinished = false, isClosed: destroyed = false } = state
  return Object.assign(new EventEmitter(), { writableFinished, destroyed }) as ServerResponse
}

describe('the request of a client', () => {
  it('is cancelled when the client disconnects before it has its response', async () => {
    const response = responseTo()
    const signal = new ClientDepartures().signalOf(response)
    const aborted = once(signal, 'abort')
    response.emit('close')
    await aborted
    expect(signal.aborted).toBe(true)
  })

  it('is cancelled at once when the client has disconnected before', () => {
    const signal = new ClientDepartures().signalOf(responseTo({ isClosed: true }))
    expect(signal.aborted).toBe(true)
  })

  it('is not cancelled when it has its response', async () => {
    const response = responseTo({ isWritten: true })
    const signal = new ClientDepartures().signalOf(response)
    response.emit('close')
    await nextTurn()
    await nextTurn()
    expect(signal.aborted).toBe(false)
  })
})

it('the requests of many clients that disconnect at once are cancelled a few in each turn', async () => {
  const departures = new ClientDepartures()
  const responses = Array.from({ length: 20 }, () => responseTo())
  const signals = responses.map((response) => departures.signalOf(response))
  for (const response of responses) response.emit('close')
  const counts: number[] = []
  for (let turn = 0; turn < 4; turn += 1) {
    await nextTurn()
    counts.push(signals.filter(({ aborted }) => aborted).length)
  }
  expect(counts).toEqual([8, 16, 20, 20])
})

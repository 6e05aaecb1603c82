import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { ClientDisconnections } from './client-disconnections.ts'

function responseTo(state: { readonly isWritten?: boolean; readonly isClosed?: boolean } = {}) {
  const { isWritten: writableFinished = false, isClosed: destroyed = false } = state
  return Object.assign(new EventEmitter(), { writableFinished, destroyed }) as ServerResponse
}

describe('the request of a client', () => {
  it('is cancelled when the client disconnects before it has its response', async () => {
    const response = responseTo()
    const client = new ClientDisconnections().clientOf(response)
    const cancel = vi.fn<() => void>()
    client.cancelOnDisconnect({ cancel })
    response.emit('close')
    await expect.poll(() => client.isDisconnected).toBe(true)
    expect(cancel).toHaveBeenCalledOnce()
  })

  it('is cancelled at once when the client has disconnected before', () => {
    const client = new ClientDisconnections().clientOf(responseTo({ isClosed: true }))
    const cancel = vi.fn<() => void>()
    client.cancelOnDisconnect({ cancel })
    expect(cancel).toHaveBeenCalledOnce()
  })

  it('is not cancelled when it has its response', async () => {
    const response = responseTo({ isWritten: true })
    const client = new ClientDisconnections().clientOf(response)
    response.emit('close')
    await nextTurn()
    await nextTurn()
    expect(client.isDisconnected).toBe(false)
  })
})

it('the requests of many clients that disconnect at once are cancelled a few in each turn', async () => {
  const disconnections = new ClientDisconnections()
  const responses = Array.from({ length: 20 }, () => responseTo())
  const clients = responses.map((response) => disconnections.clientOf(response))
  for (const response of responses) response.emit('close')
  const counts: number[] = []
  for (let turn = 0; turn < 4; turn += 1) {
    await nextTurn()
    counts.push(clients.filter(({ isDisconnected }) => isDisconnected).length)
  }
  expect(counts).toEqual([8, 16, 20, 20])
})

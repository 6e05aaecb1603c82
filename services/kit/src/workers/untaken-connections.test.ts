import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { passOnUntaken } from './untaken-connections.ts'

/** A worker to which Node gives connections, as the primary knows it. */
function openWorker({ isAnotherServing }: { isAnotherServing: boolean }) {
  const child = Object.assign(new EventEmitter(), { send: () => true })
  passOnUntaken({ process: child as unknown } as Worker, () => isAnotherServing)
  const send: (message: object, connection?: object) => unknown = child.send
  const closed: number[] = []
  const refused: number[] = []
  child.on('internalMessage', ({ ack, accepted }: { ack: number; accepted: boolean }) => {
    if (!accepted) refused.push(ack)
  })
  return {
    closed,
    refused,
    give: (seq: number) =>
      send({ cmd: 'NODE_CLUSTER', act: 'newconn', seq }, { close: () => closed.push(seq) }),
    take: (ack: number) =>
      child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: true }),
    end: () => child.emit('close'),
  }
}

test('what a worker has not taken when it ends is given to another', () => {
  const { give, take, end, refused, closed } = openWorker({ isAnotherServing: true })
  for (const seq of [1, 2, 3]) give(seq)
  take(2)
  expect(refused).toEqual([])
  end()
  expect(refused).toEqual([1, 3])
  expect(closed).toEqual([])
})

test('it is closed when there is no other', () => {
  const { give, take, end, refused, closed } = openWorker({ isAnotherServing: false })
  for (const seq of [1, 2, 3]) give(seq)
  take(2)
  expect(closed).toEqual([])
  end()
  expect(closed).toEqual([1, 3])
  expect(refused).toEqual([])
})

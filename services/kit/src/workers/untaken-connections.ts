import type { Worker } from 'node:cluster'

/** What the processes of a cluster tell each other: the primary gives a connection, the worker says whether it takes it. */
interface ClusterMessage {
  readonly act?: string
  readonly seq?: number
  readonly ack?: number
}

interface Connection {
  close(): void
}

/**
 * Node forgets a connection that it has given to a worker which ends before it takes it: whoever opened it would wait
 * for ever. Here it is refused in the worker's name, and Node gives it to another; when there is none, it is closed.
 */
export function passOnUntaken(worker: Worker, isAnotherServing: () => boolean): void {
  const child = worker.process
  const untaken = new Map<number, Connection>()
  child.send = new Proxy(child.send.bind(child), {
    apply(send, self, given: [ClusterMessage, Connection?]) {
      const [{ act, seq }, connection] = given
      if (act === 'newconn' && seq !== undefined && connection !== undefined)
        untaken.set(seq, connection)
      return Reflect.apply(send, self, given)
    },
  })
  child.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) untaken.delete(ack)
  })
  // It has ended, all that it said has been read, and Node gives it nothing more.
  child.once('close', () => {
    for (const [ack, connection] of untaken) {
      if (isAnotherServing())
        child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false })
      else connection.close()
    }
  })
}

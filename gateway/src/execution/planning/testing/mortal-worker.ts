import { parentPort } from 'node:worker_threads'
import type { TaskReply, TaskRequest } from '../planning-protocol.ts'

/** Longer than the time limit of the test, shorter than the limit for a thread that gets no CPU. */
const SLEEP_MS = 150

/** A planning thread that does what the document says: it dies, takes memory or time without end, never replies, or plans. */
parentPort?.on('message', ({ id, task }: TaskRequest) => {
  const reply = (message: TaskReply): void => parentPort?.postMessage(message)
  const document = task?.kind === 'plan' ? task.operation.document : task?.document
  switch (document) {
    case 'die':
      throw new Error('the thread dies')
    case 'fill memory': {
      const memory: unknown[] = []
      for (;;) memory.push(Array.from({ length: 100_000 }, () => ({ id })))
    }
    case 'plan forever':
      reply({ id, kind: 'begun', cpu: process.threadCpuUsage() })
      for (;;);
    case 'sleep':
      // Uses no CPU, as a thread of a machine that is busy with other work.
      reply({ id, kind: 'begun', cpu: process.threadCpuUsage() })
      setTimeout(() => reply({ id, kind: 'done', result: { kind: 'QueryPlan' } }), SLEEP_MS)
      return
    case 'wait':
      return
    default:
      reply({ id, kind: 'done', result: { kind: 'QueryPlan' } })
  }
})

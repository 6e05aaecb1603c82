import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * `node guard.ts SIGNAL LIMIT_MS COMMAND …`: runs a command that knows nothing of IPC (a database, a
 * broker) and stops it when the parent is gone, even by kill -9. It has its own session, so that Ctrl-C in the
 * terminal reaches only the parent, which stops things in order.
 */
const [signal = 'SIGTERM', limitMs = '5000', command = '', ...args] = process.argv.slice(2)

const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
let stopping = false

child.on('spawn', () => notify({ type: 'spawned', pid: child.pid }))
child.on('error', (error) => {
  process.stderr.write(`${command}: ${error.message}\n`)
  process.exit(127)
})
child.on('exit', (code, signalName) => {
  const number = signalName === null ? 0 : constants.signals[signalName]
  process.exit(code ?? 128 + number)
})
process.on('disconnect', stop)
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

function stop(): void {
  if (stopping) return
  stopping = true
  child.kill(signal as NodeJS.Signals)
  setTimeout(() => child.kill('SIGKILL'), Number(limitMs))
}

function notify(message: object): void {
  if (process.connected) process.send?.(message)
}

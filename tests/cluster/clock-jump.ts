/**
 * Is loaded before the program of a service. At each SIGUSR2 the clock of the process jumps by CLOCK_JUMP_MS, and back
 * at the next one: for JavaScript, which is all that reads the clock there.
 */
const jumpMs = Number(process.env['CLOCK_JUMP_MS'] ?? 0)
const now = Date.now
let offsetMs = 0

Date.now = () => now() + offsetMs
globalThis.Date = new Proxy(Date, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now()] : args, newTarget) as Date,
})
process.on('SIGUSR2', () => {
  offsetMs = offsetMs === 0 ? jumpMs : 0
})

/**
 * Is loaded before the program of a service. At the first SIGUSR2 the clock of the process is CLOCK_JUMP_MS ahead, at the
 * second one as much behind, and at the third one right again: for JavaScript, which is all that reads the clock there.
 */
const jumpMs = Number(process.env['CLOCK_JUMP_MS'] ?? 0)
const now = Date.now
const offsets = [0, jumpMs, -jumpMs]
let jumps = 0

Date.now = () => now() + (offsets[jumps % offsets.length] ?? 0)
globalThis.Date = new Proxy(Date, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now()] : args, newTarget) as Date,
})
process.on('SIGUSR2', () => {
  jumps += 1
})

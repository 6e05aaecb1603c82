import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CommitUnknownError, DatabaseUnavailableError } from '../values/errors.ts'
import { FAILURE, runProgram, CommandFailedError, UsageError, WRONG_USAGE } from './command-line.ts'

const HELP = 'Does it.\n'

let written: string
let { argv, exitCode } = process
beforeEach(() => {
  ;({ argv, exitCode } = process)
  process.argv = ['node', 'program.ts']
  written = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text)
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = exitCode
  process.argv = argv
})

test('a database that fails in the middle is named with the cause, which clients do not see', async () => {
  await runProgram({ help: HELP }, () =>
    Promise.reject(new DatabaseUnavailableError(new Error('could not extend file: No space left'))),
  )
  expect(process.exitCode).toBe(FAILURE)
  // The advice is that of an operator.
  expect(written).toMatch(
    /^A database .+ Run the same command again\.\n {2}because: could not extend file: No space left\n$/,
  )
  expect(written).not.toContain('Idempotency-Key')
})

test('a command is to be run again only where that can help and does no harm', async () => {
  await runProgram({ help: HELP }, () =>
    Promise.reject(new CommitUnknownError(new Error('ECONNRESET'))),
  )
  expect(written).toMatch(
    /^The connection .+ as a whole, or not at all\.\n {2}because: ECONNRESET\n$/,
  )
})

test('a cause that the message contains is not repeated', async () => {
  const cause = new Error('connect ECONNREFUSED')
  const error = Object.assign(new Error(`db:5432: ${cause.message}`, { cause }), { code: 'DOWN' })
  await runProgram({ help: HELP }, () => Promise.reject(error))
  expect(written).toBe('db:5432: connect ECONNREFUSED\n')
})

test('an error in the arguments is one line', async () => {
  const error = Object.assign(new UsageError('give a folder'), {
    cause: new Error('of the parser'),
  })
  await runProgram({ help: HELP }, () => Promise.reject(error))
  expect(process.exitCode).toBe(WRONG_USAGE)
  expect(written).toBe('give a folder\n')
})

test('an unusable error is the one line of its message', async () => {
  const error = new CommandFailedError('The registry is empty.', { cause: new Error('ENOENT') })
  await runProgram({ help: HELP }, () => Promise.reject(error))
  expect(process.exitCode).toBe(FAILURE)
  expect(written).toBe('The registry is empty.\n')
})

test('another error is a fault of the program', async () => {
  const fault = new TypeError('x is undefined')
  await expect(runProgram({ help: HELP }, () => Promise.reject(fault))).rejects.toBe(fault)
  expect(written).toBe('')
})

test('an argument is refused unless the program takes some', async () => {
  process.argv.push('jobs')
  const work = vi.fn<() => Promise<void>>(() => Promise.resolve())
  await runProgram({ help: HELP }, work)
  expect(process.exitCode).toBe(WRONG_USAGE)
  expect(written).toBe("Unexpected argument 'jobs'. --help shows what there is.\n")
  expect(work).not.toHaveBeenCalled()

  await runProgram({ help: HELP, takesArguments: true }, work)
  expect(work).toHaveBeenCalledWith(expect.objectContaining({ positionals: ['jobs'] }))
})

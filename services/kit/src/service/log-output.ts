import { constants, fstatSync, openSync, write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'
import { errorCode, errorMessage } from '../values/caught.ts'

const STDOUT = 1
const STDERR = 2

/** Lines are written together: each write wakes a thread, which took a tenth of the time of a small request. */
const WRITE_DELAY_MS = 20
const WRITE_LENGTH = 65_536

/** Characters that wait at most while standard output accepts nothing; the lines after them are dropped. */
const WAITING_LENGTH_MAX = 16_777_216
/** After an error, as of a full disk, writing is tried again this often. */
const RETRY_MS = 1_000
/** A pipe whose reader is slow is full for a moment. */
const PIPE_RETRY_MS = 20
/** The reader of a pipe that reads nothing for so long has stopped: a process that ends waits no longer for it. */
const UNREAD_MS_MAX = 3_000

/**
 * Lines on standard output, a moment after they are logged, or when the process ends. A disk that is full and a pipe whose
 * reader has stopped never stop the process, and hold its end for some seconds at most: sonic-boom, the destination of pino,
 * tries again forever in its `flushSync`, which blocks the process while a disk is full.
 */
export class LogOutput implements DestinationStream {
  readonly #name: string
  readonly #reportDropped: (lines: number) => void
  #lines = ''
  /** What is written at the moment, or what is left of it after an error. */
  #chunk: Buffer = Buffer.alloc(0)
  #isWriting = false
  #isFailing = false
  #fullSince: number | undefined
  #isClosed = false
  #droppedLines = 0
  #timer: NodeJS.Timeout | undefined
  #isUsed = false

  /** @param reportDropped logs how many lines are missing, when lines can be written again */
  constructor(name: string, reportDropped: (lines: number) => void) {
    this.#name = name
    this.#reportDropped = reportDropped
  }

  write(line: string): void {
    if (this.#isClosed) return
    if (!this.#isUsed) process.once('exit', () => this.flushSync())
    this.#isUsed = true
    if (this.#lines.length + line.length > WAITING_LENGTH_MAX) this.#droppedLines += 1
    else this.#lines += line
    if (this.#isFailing) return
    if (this.#lines.length >= WRITE_LENGTH) this.#startWrite()
    // The timer keeps the process alive until the lines are written.
    else this.#timer ??= setTimeout(() => this.#startWrite(), WRITE_DELAY_MS)
  }

  /** Writes what waits, as far as it can be written now. pino calls it for fatal errors. */
  flushSync(): void {
    if (this.#isClosed) return
    const isComplete = this.#flushOnce()
    if (!isComplete) return
    this.#logDropped()
    this.#flushOnce()
  }

  /** @returns whether nothing is left, except what a thread writes */
  #flushOnce(): boolean {
    // What a thread writes is written by it, and the process waits for its threads. Which is written first is not certain.
    const waiting = Buffer.from(this.#lines)
    this.#lines = ''
    const rest = this.#writeBlocking(
      this.#isWriting ? waiting : Buffer.concat([this.#chunk, waiting]),
    )
    this.#chunk = this.#isWriting ? Buffer.concat([this.#chunk, rest]) : rest
    return rest.length === 0
  }

  #startWrite(): void {
    this.#clearTimer()
    if (this.#isWriting) return
    if (this.#chunk.length === 0) {
      this.#chunk = Buffer.from(this.#lines)
      this.#lines = ''
    }
    if (this.#chunk.length === 0) {
      // `flushSync` has written everything.
      this.#isFailing = false
      return
    }
    const file = outputFile()
    if (file === STDOUT) {
      this.#isWriting = true
      write(file, this.#chunk, (error, length) => {
        this.#isWriting = false
        this.#continueAfter(error, length)
      })
    } else this.#writeToPipe(file)
  }

  /** To a pipe that does not block. A thread would write a part of a long chunk, and the rest be lost when the process exits. */
  #writeToPipe(file: number): void {
    let [error, length]: [unknown, number] = [null, 0]
    try {
      length = writeSync(file, this.#chunk)
    } catch (caught) {
      error = caught
    }
    this.#continueAfter(error, length)
  }

  #continueAfter(error: unknown, length: number): void {
    if (error !== null) return isFullPipe(error) ? this.#waitForReader() : this.#fail(error)
    this.#chunk = this.#chunk.subarray(length)
    this.#isFailing = false
    this.#fullSince = undefined
    if (this.#chunk.length > 0) this.#retryIn(0)
    else if (this.#droppedLines > 0) {
      this.#startWrite()
      this.#logDropped()
    } else if (this.#lines.length >= WRITE_LENGTH) this.#startWrite()
    else if (this.#lines !== '') this.#retryIn(WRITE_DELAY_MS)
  }

  #logDropped(): void {
    const dropped = this.#droppedLines
    if (dropped === 0) return
    this.#droppedLines = 0
    this.#reportDropped(dropped)
  }

  #fail(error: unknown): void {
    if (errorCode(error) === 'EPIPE') this.#close()
    else {
      if (!this.#isFailing)
        report(
          `${this.#name}: the log cannot be written (${errorMessage(error)}). The process goes on, keeps its next lines, and drops what exceeds ${WAITING_LENGTH_MAX} characters.`,
        )
      this.#retryLater()
    }
  }

  #waitForReader(): void {
    if (!this.#isUnread()) this.#retryIn(PIPE_RETRY_MS)
    // It is not reported: standard error may be the same pipe.
    else this.#retryLater()
  }

  /** Whether a full pipe was not read for so long that its reader has stopped. */
  #isUnread(): boolean {
    this.#fullSince ??= performance.now()
    return performance.now() - this.#fullSince >= UNREAD_MS_MAX
  }

  #retryLater(): void {
    this.#isFailing = true
    this.#clearTimer()
    this.#retryIn(RETRY_MS)
    // It must not keep alive a process that has nothing else to do.
    this.#timer?.unref()
  }

  /** The reader of the pipe has ended, so that no line can be read any more. */
  #close(): void {
    this.#isClosed = true
    this.#lines = ''
    this.#chunk = Buffer.alloc(0)
  }

  #retryIn(ms: number): void {
    this.#timer ??= setTimeout(() => this.#startWrite(), ms)
  }

  #clearTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** @returns what could not be written */
  #writeBlocking(lines: Buffer): Buffer {
    let rest = lines
    while (rest.length > 0)
      try {
        rest = rest.subarray(writeSync(outputFile(), rest))
        this.#fullSince = undefined
      } catch (error) {
        if (!isFullPipe(error) || this.#isUnread()) break
        sleepSync(PIPE_RETRY_MS)
      }
    return rest
  }
}

let pipe: number | undefined

/**
 * Standard output. A write to a pipe that blocks, as that of a container does, waits for its reader and cannot be cancelled: it
 * would hold a thread, and the end of the process. Linux lets a process open its pipe a second time without blocking, which
 * changes nothing for others that write to it.
 */
function outputFile(): number {
  pipe ??= openPipe() ?? STDOUT
  return pipe
}

function openPipe(): number | undefined {
  try {
    if (!fstatSync(STDOUT).isFIFO()) return undefined
    return openSync(`/proc/self/fd/${STDOUT}`, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    // Another system, or a pipe of another user, which cannot be opened.
    return undefined
  }
}

function isFullPipe(error: unknown): boolean {
  return errorCode(error) === 'EAGAIN'
}

/** Blocks the process: only at its end. */
function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** On standard error, which may be the same full file. */
function report(text: string): void {
  try {
    writeSync(STDERR, `${text}\n`)
  } catch {
    // Neither stream can be written, so the report is lost.
  }
}

import { MultiBar, Presets } from 'cli-progress'

const LINE_INTERVAL_MS = 3_000

/** Shows an import's progress on standard error: a bar on a terminal, else a line every few seconds. */
export interface Progress extends Disposable {
  /** Adds to the bytes that were read from the file. */
  read(count: number): void
  /** Sets the number of processed records, those of an earlier run included. */
  done(records: number, refused: number): void
  note(text: string): void
}

export function showProgress(file: string, byteSize: number): Progress {
  return process.stderr.isTTY ? bar(file, byteSize) : lines(file, byteSize)
}

function bar(file: string, byteSize: number): Progress {
  const bars = new MultiBar(
    {
      format: `${file} {bar} {percentage}% | {records} records, {refused} refused | {eta_formatted} left`,
      stream: process.stderr,
      hideCursor: true,
      // The import handles Ctrl-C itself, so that the batches in flight can finish.
      gracefulExit: false,
    },
    Presets.shades_classic,
  )
  const shown = bars.create(Math.max(1, byteSize), 0, { records: 0, refused: 0 })
  return {
    read: (count) => shown.increment(count),
    done: (records, refused) => shown.update({ records, refused }),
    note: (text) => bars.log(`${text}\n`),
    [Symbol.dispose]: () => bars.stop(),
  }
}

function lines(file: string, byteSize: number): Progress {
  let bytes = 0
  let counted = { records: 0, refused: 0 }
  const note = (text: string): void => void process.stderr.write(`${text}\n`)
  const timer = setInterval(() => {
    const percent = Math.floor((100 * bytes) / Math.max(1, byteSize))
    note(`${file}: ${percent} %, ${counted.records} records, ${counted.refused} refused`)
  }, LINE_INTERVAL_MS)
  return {
    read: (count) => void (bytes += count),
    done: (records, refused) => void (counted = { records, refused }),
    note,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

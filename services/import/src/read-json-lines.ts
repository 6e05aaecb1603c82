import { readJobRecord } from '@takeoff/contracts/jobs/job-record'
import type { ReadJobRecord } from '@takeoff/contracts/jobs/job-record'
import type { FileRecord, RecordSource } from './record-source.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'
import { errorMessage } from '@takeoff/kit/values/caught'
import { linesOf } from '@takeoff/kit/values/lines'

/** Twenty times the largest record: a longer line means that the file has no lines. */
const LINE_LENGTH_MAX = 5_000_000

/** The records of a file with one JSON object per line. A line that is not JSON is a bad record. */
export async function* readJsonLines(
  text: AsyncIterable<string>,
  { name }: RecordSource,
): AsyncGenerator<FileRecord> {
  const limit = {
    lengthMax: LINE_LENGTH_MAX,
    errorOf: (line: number) =>
      new UnreadableFileError(
        `${name} has more than ${LINE_LENGTH_MAX} characters on line ${line}. Put each record on a line.`,
      ),
  }
  let number = 0
  for await (const line of linesOf(text, limit)) {
    number += 1
    if (line.trim() !== '') yield { line: number, read: readLine(line) }
  }
}

function readLine(line: string): ReadJobRecord {
  try {
    return readJobRecord(JSON.parse(line))
  } catch (error) {
    const reason = `the line is not JSON: ${errorMessage(error)}`
    return { kind: 'rejected', externalIdentifier: null, path: '', reason }
  }
}

import { CommandFailedError } from '@takeoff/kit/service/command-line'
import { printableLine } from '@takeoff/kit/values/printable'

/** The file, or the journal of its import, cannot be used: an import begins anew. The message may have text of the file. */
export class UnreadableFileError extends CommandFailedError {
  constructor(message: string, options?: ErrorOptions) {
    super(printableLine(message), options)
  }
}

/** The largest file that the server reads. */
export const MEASUREMENT_FILE_BYTES_MAX = 5_000_000

/** Why a file is not uploaded: the server would refuse it after the upload, with a sentence for programs. */
export const sizeProblem = (bytes: number): 'empty' | 'tooLarge' | undefined =>
  bytes === 0 ? 'empty' : bytes > MEASUREMENT_FILE_BYTES_MAX ? 'tooLarge' : undefined

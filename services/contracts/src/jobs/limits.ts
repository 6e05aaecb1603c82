/** Limits of a job in requests; the schema of production-lists documents them for callers. */

export const JOB_NAME_LENGTH_MAX = 250
export const EXTERNAL_IDENTIFIER_LENGTH_MAX = 255
/** Jobs per request: as many as fit into a request at the usual size of an export, 2,000 bytes. */
export const JOBS_IMPORT_MAX = 500
/** Size of one job's measurements as JSON text: a hundred times what a measuring tool exports. */
export const MEASUREMENTS_BYTES_MAX = 200_000
export const MEASUREMENTS_DEPTH_MAX = 20
/** Outside these limits a number without an exponent is longer than any measurement needs. */
export const NUMBER_SIZE_MAX = 1e21
export const NUMBER_SIZE_MIN = 1e-21
/** Far above any property ever measured; keeps every later product in the range of the numeric columns. */
export const MEASURED_SIZE_MAX = 10_000_000

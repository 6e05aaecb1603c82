/**
 * Most bytes of a request to the gateway, unless its configuration says otherwise. The whole body is parsed in memory,
 * so that a much larger one would hold up all other requests of the process.
 */
export const REQUEST_BYTES_MAX = 1_000_000

/** Most bytes of a file of measurements: more than ten times the largest reports of houses. */
export const MEASUREMENT_FILE_BYTES_MAX = 5_000_000

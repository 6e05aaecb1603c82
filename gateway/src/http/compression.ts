import { constants } from 'node:zlib'
import type { RouteOptions } from 'fastify'

/**
 * Order of preference among encodings that a client accepts with the same weight: zstd takes the least CPU, gzip the
 * most (ADR 37).
 */
const ENCODINGS = ['zstd', 'br', 'gzip'] as const

/** Up to this size a response is compressed at once, within 1 ms; a larger one as a stream in Node's thread pool. */
const SYNC_BYTES_MAX = 200_000

/** Fast levels: higher ones save a fifth of the bytes for two to four times the CPU. */
const LEVELS = {
  zlibOptions: { level: 1, params: { [constants.ZSTD_c_compressionLevel]: 1 } },
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
}

/** @param bytesMin size of the smallest response that is compressed */
export function compression(bytesMin: number): NonNullable<RouteOptions['compress']> {
  return {
    ...LEVELS,
    encodings: [...ENCODINGS],
    threshold: bytesMin,
    syncThreshold: SYNC_BYTES_MAX,
  }
}

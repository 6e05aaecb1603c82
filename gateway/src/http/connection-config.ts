import { integer, json } from '@takeoff/kit/service/config'
import type { ConfigOf } from '@takeoff/kit/service/config'
import type { ConnectionLimits } from '@takeoff/kit/http/connection-limits'
import { z } from 'zod'

/** A range of all addresses would let every client choose its own address. */
const addressRange = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  .refine((range) => !range.endsWith('/0'), { error: 'trusts every address' })

/** Variables of the limits of a client's connection. */
export const connectionVariables = {
  headerBytesMax: integer('HEADER_BYTES_MAX', {
    default: 16_384,
    min: 4096,
    max: 262_144,
    about: 'Maximum bytes of the address and headers of a request.',
  }),
  headersTimeoutMs: integer('HEADERS_TIMEOUT_MS', {
    default: 10_000,
    min: 100,
    max: 120_000,
    about: 'Longest wait for the headers of a request, in milliseconds.',
  }),
  requestTimeoutMs: integer('REQUEST_TIMEOUT_MS', {
    default: 30_000,
    min: 100,
    max: 600_000,
    about: 'Longest wait for a whole request with its body, in milliseconds.',
  }),
  keepAliveTimeoutMs: integer('KEEP_ALIVE_TIMEOUT_MS', {
    default: 72_000,
    min: 100,
    max: 600_000,
    about:
      'How long a connection may wait for its next request, in milliseconds; longer than that of a proxy in front.',
  }),
  idleTimeoutMs: integer('IDLE_TIMEOUT_MS', {
    default: 120_000,
    min: 100,
    max: 3_600_000,
    about:
      'How long nothing at all may happen on a connection, in milliseconds; longer than `SUBGRAPH_TIMEOUT_MS`.',
  }),
  connectionRequestsMax: integer('CONNECTION_REQUESTS_MAX', {
    default: 100_000,
    max: 100_000_000,
    about: 'Requests after which a connection is closed; 0 keeps it.',
  }),
  trustedProxies: json('TRUSTED_PROXIES', z.array(addressRange), {
    default: [],
    about:
      'JSON array of the IP addresses and ranges (`10.0.0.0/8`) of the proxies in front. When one of them sends a request, the address of the client is the last one in `X-Forwarded-For` that is no such proxy; otherwise it is that of the connection.',
  }),
  compressionBytesMin: integer('COMPRESSION_BYTES_MIN', {
    default: 1400,
    max: 1_000_000_000,
    about:
      'Least size of a response of `/graphql` that is compressed for a client that takes that, in bytes.',
  }),
}

export function connectionLimits(config: ConfigOf<typeof connectionVariables>): ConnectionLimits {
  return {
    headerBytesMax: config.headerBytesMax,
    headersTimeoutMs: config.headersTimeoutMs,
    requestTimeoutMs: config.requestTimeoutMs,
    keepAliveMs: config.keepAliveTimeoutMs,
    idleTimeoutMs: config.idleTimeoutMs,
    requestsMax: config.connectionRequestsMax,
  }
}

import { S3Client } from '@aws-sdk/client-s3'
import type { S3Access } from './s3-access.ts'

const CONNECT_TIMEOUT_MS = 5_000

/**
 * A client for AWS and for stores that are compatible with it.
 * @param attemptTimeoutMs limit of one attempt, and of silence in a response; the client makes up to three attempts
 */
export function openS3Client(access: S3Access, attemptTimeoutMs: number): S3Client {
  const { region, endpoint, credentials } = access
  return new S3Client({
    region,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: attemptTimeoutMs,
      // Without this the client only logs the timeout.
      throwOnRequestTimeout: true,
      socketTimeout: attemptTimeoutMs,
    },
    // Other stores than AWS do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
  })
}

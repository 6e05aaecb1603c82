import { S3Client } from '@aws-sdk/client-s3'

const CONNECT_TIMEOUT_MS = 5_000

/** Where a bucket is, and who asks. */
export interface S3Access {
  readonly region: string
  /** Of an S3-compatible store; AWS when unset. */
  readonly endpoint: string | undefined
  /** The SDK's own chain (environment, instance role) is asked when unset. */
  readonly credentials:
    { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

/**
 * A client for AWS and for stores that are compatible with it.
 * @param attemptTimeoutMs of one attempt, and of the silence within an answer; the client makes up to three attempts
 */
export function openS3Client(access: S3Access, attemptTimeoutMs: number): S3Client {
  const { region, endpoint, credentials } = access
  return new S3Client({
    region,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: attemptTimeoutMs,
      // Without this the client only logs that the time is over.
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

import type { s3Variables } from '../service/config-groups.ts'
import type { ConfigOf } from '../service/config.ts'

/** Address of an S3-compatible store, and the credentials for it. */
export interface S3Access {
  readonly region: string
  /** Address of an S3-compatible store; AWS when unset. */
  readonly endpoint: string | undefined
  /** When unset, the SDK's own chain (environment, instance role) is used. */
  readonly credentials:
    | { readonly accessKeyId: string; readonly secretAccessKey: string }
    | undefined
}

/** The access that the variables `s3Variables` describe; `s3Violations` refuses one part of a key without the other. */
export function s3Access(config: ConfigOf<typeof s3Variables>): S3Access {
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = config
  const hasKey = accessKeyId !== undefined && secretAccessKey !== undefined
  return {
    region: config.s3Region,
    endpoint: config.s3Endpoint,
    credentials: hasKey ? { accessKeyId, secretAccessKey } : undefined,
  }
}

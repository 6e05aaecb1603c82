/** The parts of the server that the tests use; it has no types. */
declare module '@20minutes/s3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import type { AddressInfo } from 'node:net'

  export interface Context {
    readonly method: string
    readonly path: string
    readonly headers: IncomingMessage['headers']
    readonly req: IncomingMessage
    readonly res: ServerResponse
    readonly state: { vhost: boolean }
    mountPath: string
    status: number
    type: string
    body: string
  }

  export default class S3rver {
    readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    readonly store: {
      existsObject(bucket: string, key: string): Promise<boolean>
      getMetadata(bucket: string, key: string): Promise<{ readonly etag: string }>
    }
    constructor(options: {
      readonly address: string
      readonly port: number
      readonly silent: boolean
      readonly directory: string
      readonly configureBuckets: readonly { readonly name: string }[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { Context } from '@20minutes/s3rver'

/** The accepted credentials; any other key or secret is refused. */
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const BUCKET = 'orders'

/**
 * An S3-compatible server of its own, which checks signatures, keeps its objects in a folder, and honours
 * `If-Match` and `If-None-Match` of a put.
 */
export async function startObjectStore() {
  const directory = await mkdtemp(join(tmpdir(), 'object-store-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  })
  checkPreconditions(server)
  signWithSlash(server)
  const { port } = await server.run()
  return {
    /** Access for the client of the store. */
    options: {
      bucket: BUCKET,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: CREDENTIALS,
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/**
 * The server itself does not support conditional puts, and serves half-written objects. Requests for objects that are
 * put under a condition are therefore serialised, which matches S3 as clients see it.
 */
function checkPreconditions(server: S3rver): void {
  const last = new Map<string, Promise<unknown>>()
  server.middleware.unshift(async (context, next) => {
    const { 'if-match': match, 'if-none-match': noneMatch } = context.headers
    const isConditional = context.method === 'PUT' && (match ?? noneMatch) !== undefined
    const before = last.get(context.path)
    if (!isConditional && before === undefined) return next()
    last.set(context.path, once(context.res, 'close'))
    await before
    if (!isConditional) return next()
    const etag = await etagOf(server, context.path)
    if (match === undefined ? etag === undefined : etag === match) return next()
    refuse(context)
  })
}

/**
 * The client signs the path of a bucket with the slash at its end, as it sends it; the server would sign it without. These
 * two make it append the slash. It has to be the last step before the one that checks signatures.
 */
function signWithSlash(server: S3rver): void {
  server.middleware.splice(-1, 0, (context, next) => {
    if (/^\/[^/]+\/$/.test(context.path)) {
      context.state.vhost = true
      context.mountPath = '/'
    }
    return next()
  })
}

async function etagOf({ store }: S3rver, path: string): Promise<string | undefined> {
  const [bucket = '', ...key] = decodeURIComponent(path).slice(1).split('/')
  if (!(await store.existsObject(bucket, key.join('/')))) return undefined
  return (await store.getMetadata(bucket, key.join('/'))).etag
}

function refuse(context: Context): void {
  context.req.resume()
  context.status = 412
  context.type = 'application/xml'
  context.body =
    '<Error><Code>PreconditionFailed</Code><Message>Not what is there.</Message></Error>'
}

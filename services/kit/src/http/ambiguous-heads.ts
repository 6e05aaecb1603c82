import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { BadRequestError } from '../values/errors.ts'

/** Node reads the first header of each of these names and ignores all others. */
const SINGLE_HEADERS = ['Host', 'Authorization']

/**
 * Refuses a request whose head a proxy in front may read differently: it would route or authorize another request than
 * the one that is served here. The connection is closed, because the two may also differ on where the request ends.
 */
export function refuseAmbiguousHeads(app: FastifyInstance): void {
  // Most requests have the same host, which is parsed once.
  let validHost: string | undefined
  app.addHook('onRequest', (request, reply, done) => {
    const { host } = request.headers
    // An empty one is valid: monitors send it.
    const isValid = !host || host === validHost || URL.canParse(`http://${host}`)
    if (isValid) validHost = host
    const violation = isValid ? headViolation(request.raw) : 'The Host header is malformed.'
    if (violation === undefined) return done()
    void reply.header('connection', 'close')
    done(new BadRequestError(violation))
  })
}

function headViolation({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return 'The only accepted transfer coding is chunked.'
  const repeated = SINGLE_HEADERS.find((name) => isRepeated(name, rawHeaders))
  return repeated && `The ${repeated} header may be sent once only.`
}

/** @param rawHeaders names and values in turn */
function isRepeated(name: string, rawHeaders: readonly string[]): boolean {
  const lowerCase = name.toLowerCase()
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const other = rawHeaders[index]
    if (other?.length === name.length && other.toLowerCase() === lowerCase) count += 1
  }
  return count > 1
}

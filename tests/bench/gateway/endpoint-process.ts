import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { permitted } from '@takeoff/kit/security/access'
import { accessTable } from '@takeoff/kit/security/access-table'
import { Authenticator } from '@takeoff/kit/security/auth'
import { createLogger } from '@takeoff/kit/service/logger'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import type { AuthConfig } from '@takeoff/kit/security/auth'
import { createFileLinks } from '@takeoff/order-documents/files/file-links'
import type { FileLinks, FileLinksOptions } from '@takeoff/order-documents/files/file-links'
import pg from 'pg'
import { serveMethods } from '../methods.ts'
import { readDocuments, readList } from './endpoint-sql.ts'

/**
 * An endpoint that is written by hand for the full operation alone: one process, one statement for each
 * database, rows into JSON. It verifies the token and the organization as the services do.
 */
const POOL_SIZE = 10

export interface EndpointOptions {
  readonly databases: { readonly 'production-lists': string; readonly 'order-documents': string }
  readonly auth: AuthConfig
  readonly files: Omit<FileLinksOptions, 'now'>
}

interface Endpoint {
  readonly lists: pg.Pool
  readonly orders: pg.Pool
  readonly authenticator: Authenticator
  readonly links: FileLinks
}

const methods = {
  /** Starts the endpoint; returns its URL. */
  async open({ databases, auth, files }: EndpointOptions): Promise<string> {
    const poolOf = (connectionString: string): pg.Pool =>
      new pg.Pool({ connectionString, max: POOL_SIZE })
    const endpoint: Endpoint = {
      lists: poolOf(databases['production-lists']),
      orders: poolOf(databases['order-documents']),
      authenticator: new Authenticator(auth, createLogger('endpoint', 'warn')),
      links: createFileLinks({ ...files, now: () => new Date() }),
    }
    const server = await startLocalServer((request, response) =>
      respond(endpoint, request, response),
    )
    return `${server.url}/`
  },
}

export type EndpointMethods = typeof methods

serveMethods(methods)

/** The default of zlib. */
const compress = promisify<string, Buffer>(gzip)

async function respond(
  endpoint: Endpoint,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const text = await responseTo(endpoint, request)
    const isCompressed = request.headers['accept-encoding'] === 'gzip'
    const body = isCompressed ? await compress(text) : Buffer.from(text)
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': body.length,
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    })
    response.end(body)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}

async function responseTo(
  { lists, orders, authenticator, links }: Endpoint,
  request: IncomingMessage,
): Promise<string> {
  const caller = permitted(await authenticator.authenticate(request.headers.authorization), [
    ...accessTable.entities.ProductionList,
    ...accessTable.entities.Order,
  ])
  const { variables } = (await json(request)) as { variables: { id: number } }
  const params = [variables.id, caller.orgIds]
  const [list, documents] = await Promise.all([
    readList(lists, params),
    readDocuments(orders, params, links),
  ])
  const data = { projectManagementProductionListById: list && { ...list, orders: documents } }
  return JSON.stringify({ data })
}

import { TakeoffError } from './errors.ts'
import { openExport, readExport } from './exports.ts'
import type {
  CsvResource,
  ExportOptions,
  ExportParameters,
  ExportRecords,
  ExportResource,
} from './exports.ts'
import { downloadFile } from './files.ts'
import { sendGraphql } from './graphql-request.ts'
import type { PartialResult, RequestOptions, Result } from './graphql-request.ts'
import { PageSize } from './page-size.ts'
import type { RetryOptions } from './retries.ts'
import type { ByteStream, Transport } from './transport.ts'
import type { TypedDocument } from './typed-document.ts'

/** Options of a client. */
export interface ClientOptions extends Transport {
  readonly retries?: RetryOptions | undefined
  /** How long an attempt of a request, or a pause in a stream, may take. Default: 60,000. */
  readonly timeoutMs?: number | undefined
  /** For documents that are trees: `print` of the package graphql. */
  readonly print?: ((document: never) => string) | undefined
}

/** A page of any connection. */
export interface Connection<Node> {
  readonly nodes: readonly Node[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

interface WithAfter {
  readonly after?: string | null | undefined
}

/** Variables may be left out when none is required. */
export type RequestArguments<Variables> =
  Partial<Variables> extends Variables | Record<string, undefined>
    ? [variables?: Variables, options?: RequestOptions]
    : [variables: Variables, options?: RequestOptions]

type UntypedVariables = Readonly<Record<string, unknown>>

/** Sends requests to the API of Takeoff. */
export interface Client {
  /**
   * Sends an operation.
   * @throws TakeoffError when the response has errors
   */
  request<Data = unknown, Variables = UntypedVariables>(
    document: TypedDocument<Data, Variables> | string,
    ...rest: RequestArguments<NoInfer<Variables>>
  ): Promise<Result<Data>>
  /**
   * Sends an operation, and returns what there is beside the errors.
   * @throws TakeoffError when the response has no data
   */
  requestPartial<Data = unknown, Variables = UntypedVariables>(
    document: TypedDocument<Data, Variables> | string,
    ...rest: RequestArguments<NoInfer<Variables>>
  ): Promise<PartialResult<Data>>
  /**
   * The nodes of all pages; a page is read when the one before it was consumed. A page with more items or lines than a
   * response may have is requested in smaller ones, if the document has the variable `$first`.
   */
  paginate<Data, Variables extends WithAfter, Node>(
    document: TypedDocument<Data, Variables>,
    variables: Variables,
    selectConnection: (data: Data) => Connection<Node> | null,
    options?: RequestOptions,
  ): AsyncGenerator<Node, void, undefined>
  /** The same page by page. */
  pages<Data, Variables extends WithAfter, Node>(
    document: TypedDocument<Data, Variables>,
    variables: Variables,
    selectConnection: (data: Data) => Connection<Node> | null,
    options?: RequestOptions,
  ): AsyncGenerator<readonly Node[], void, undefined>
  /**
   * The records of an export; the server reads on as they are consumed.
   * @throws TakeoffError with EXPORT_INTERRUPTED when it broke off; the records so far are complete
   */
  exportRecords<Resource extends ExportResource>(
    resource: Resource,
    parameters: ExportParameters[Resource],
    options?: ExportOptions,
  ): AsyncGenerator<ExportRecords[Resource], void, undefined>
  /** An export as CSV. The stream fails when it breaks off. */
  exportCsv<Resource extends CsvResource>(
    resource: Resource,
    parameters: ExportParameters[Resource],
    options?: ExportOptions,
  ): Promise<ByteStream>
  /** The bytes of a file, by its `redirectUrl` or its `url`, which does not expire here. */
  download(redirectUrl: string, options?: ExportOptions): Promise<Response>
}

/** Creates a client. It holds no connection and needs no end. */
export function createClient(options: ClientOptions): Client {
  const withDefaults = <O extends ExportOptions>(own: O | undefined): O =>
    ({
      ...own,
      retries: own?.retries ?? options.retries,
      timeoutMs: own?.timeoutMs ?? options.timeoutMs,
    }) as O
  const send = async <R>(
    document: unknown,
    partial: boolean,
    [variables = {}, own]: readonly [variables?: unknown, own?: RequestOptions | undefined],
  ): Promise<R> => {
    const text = textOf(document, options.print)
    const request = { text, variables, options: withDefaults(own), partial }
    return (await sendGraphql(options, request)) as R
  }
  const pages: Client['pages'] = async function* readPages(document, variables, select, own) {
    const size = new PageSize(textOf(document, options.print), variables)
    let { after } = variables
    for (;;) {
      const { data } = await size.read((smaller) =>
        send<Result<never>>(document, false, [{ ...variables, ...smaller, after }, own]),
      )
      const connection = select(data)
      if (connection === null) return
      yield connection.nodes
      if (!connection.pageInfo.hasNextPage) return
      after = nextAfter(connection.pageInfo.endCursor, after)
    }
  }
  return {
    request: (document, ...rest) => send(document, false, rest),
    requestPartial: (document, ...rest) => send(document, true, rest),
    pages,
    async *paginate(document, variables, select, own) {
      for await (const nodes of pages(document, variables, select, own)) yield* nodes
    },
    exportRecords: (resource, parameters, own) =>
      readExport(options, { resource, parameters, options: withDefaults(own) }),
    exportCsv: (resource, parameters, own) =>
      openExport(options, { resource, parameters, options: withDefaults(own) }),
    download: (redirectUrl, own) => downloadFile(options, redirectUrl, withDefaults(own)),
  }
}

/** @throws TakeoffError for a cursor that does not lead on, so that a loop ends */
function nextAfter(endCursor: string | null, after: string | null | undefined): string {
  if (endCursor !== null && endCursor !== after) return endCursor
  const message =
    'The page has another one behind it, but no cursor that leads there. Select pageInfo.endCursor, and pass after to the field.'
  throw new TakeoffError({ code: 'INVALID_RESPONSE', message })
}

function textOf(document: unknown, print: ClientOptions['print']): string {
  const tree = document as {
    readonly kind?: unknown
    readonly loc?: { readonly source?: { readonly body: string } }
  }
  if (tree.kind !== 'Document') return String(document)
  const text = tree.loc?.source?.body ?? print?.(document as never)
  if (text !== undefined) return text
  throw new TypeError(
    'This document is a tree without its text. Give createClient the function print of the package graphql, or generate documents as text (documentMode: string).',
  )
}

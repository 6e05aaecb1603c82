import { SubgraphClient } from '@takeoff/kit/graphql/subgraph-client'
import type { MeasureSubgraph } from '@takeoff/kit/graphql/subgraph-metrics'
import type { Config } from './config.ts'

const TIMEOUT_MS = 5_000

/** A client of the service that owns the vendors. */
export function openOrderDocuments(config: Config, measure?: MeasureSubgraph): SubgraphClient {
  return new SubgraphClient({
    name: 'order-documents',
    url: config.orderDocumentsUrl,
    caller: 'production-lists',
    secrets: config.orderDocumentsSecrets,
    timeoutMs: TIMEOUT_MS,
    ...(measure !== undefined && { measure }),
    certificates: config.serviceCertificates,
  })
}

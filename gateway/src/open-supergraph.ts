import { readFile } from 'node:fs/promises'
import { ConfigError } from '@takeoff/kit/service/config'
import { usingNamed } from '@takeoff/kit/service/named-file'
import type { Logger } from '@takeoff/kit/service/logger'
import type { Metrics } from '@takeoff/kit/service/metrics'
import type { Config } from './config.ts'
import type { ExecutionMetrics } from './execution/execution-metrics.ts'
import type { SubgraphPools } from './execution/subgraph-pools.ts'
import { SwappingGateway } from './execution/swapping-gateway.ts'
import { followRegistry } from './registry/follow-registry.ts'
import { knownOperations } from './registry/known-operations.ts'
import { openStore } from '@takeoff/supergraph/registry/open-store'
import { RecordedOperations } from '@takeoff/supergraph/registry/recorded-operations'
import { Registry } from '@takeoff/supergraph/registry/registry'
import { OperationRecorder } from './registry/operation-recorder.ts'
import { settingViolations } from './subgraph-settings.ts'
import { startRecording } from './registry/start-recording.ts'
import { createSupergraphMetrics } from './registry/supergraph-metrics.ts'
import { contentId } from '@takeoff/supergraph/registry/version'

interface Dependencies {
  readonly logger: Logger
  readonly pools: SubgraphPools
  readonly metrics: Metrics
  readonly executionMetrics: ExecutionMetrics
  /** Closes what is opened. */
  readonly stack: AsyncDisposableStack
}

/** A gateway that serves a supergraph, and follows the registry if there is one. */
export interface OpenSupergraph {
  readonly gateway: SwappingGateway
  /** Undefined when no operations are recorded. */
  readonly recorder: OperationRecorder | undefined
}

export async function openSupergraph(
  config: Config,
  dependencies: Dependencies,
): Promise<OpenSupergraph> {
  const { supergraphRegistry: location } = config
  return location === undefined
    ? openFile(config, dependencies)
    : follow(location, config, dependencies)
}

async function openFile(config: Config, dependencies: Dependencies): Promise<OpenSupergraph> {
  const gateway = createSwappingGateway(config, dependencies)
  const supergraphSdl = await usingNamed('SUPERGRAPH_PATH', () =>
    readFile(config.supergraphPath, 'utf8'),
  )
  await gateway.swap({ version: contentId(supergraphSdl), supergraphSdl })
  const { unknown, missing } = settingViolations(config, gateway.subgraphs)
  requireNone([...unknown, ...missing])
  return { gateway, recorder: undefined }
}

async function follow(
  location: string,
  config: Config,
  dependencies: Dependencies,
): Promise<OpenSupergraph> {
  const { logger, stack } = dependencies
  const store = await openStore('SUPERGRAPH_REGISTRY', location, config)
  const registry = new Registry(store, config.supergraphPublicKeys)
  const operations = await openOperations(config)
  const recorder = operations && new OperationRecorder()
  const gateway = createSwappingGateway(config, dependencies)
  stack.use(
    await followRegistry({
      registry,
      operations,
      copyPath: config.supergraphCopy,
      pollMs: config.supergraphPollMs,
      async serve({ id, supergraphSdl }, records) {
        await gateway.swap({ version: id, supergraphSdl }, knownOperations(records))
        const { unknown, missing } = settingViolations(config, gateway.subgraphs)
        // Another version must not end a gateway that serves, and settings may have a subgraph that is published later.
        const violations = [...unknown, ...missing]
        if (violations.length > 0)
          logger.warn({ violations, version: id }, 'the settings do not fit the supergraph')
      },
      metrics: createSupergraphMetrics(dependencies.metrics),
      logger,
    }),
  )
  requireNone(settingViolations(config, gateway.subgraphs).missing)
  if (operations && recorder)
    stack.use(startRecording({ operations, recorder, everyMs: config.supergraphRecordMs, logger }))
  return { gateway, recorder }
}

async function openOperations(config: Config): Promise<RecordedOperations | undefined> {
  const { supergraphOperations: location } = config
  return location === undefined
    ? undefined
    : new RecordedOperations(await openStore('SUPERGRAPH_OPERATIONS', location, config))
}

/** A gateway with a wrong setting would fail every request of a service, and must not replace one that does not. */
function requireNone(violations: readonly string[]): void {
  if (violations.length > 0) throw new ConfigError(violations)
}

function createSwappingGateway(
  config: Config,
  { executionMetrics, stack, ...dependencies }: Dependencies,
): SwappingGateway {
  const gateway = new SwappingGateway({ ...config, ...dependencies, metrics: executionMetrics })
  stack.defer(() => gateway.stop())
  return gateway
}

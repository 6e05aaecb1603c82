import { lists, repeated, webhooks } from './situation.ts'
import type { Situation } from './situation.ts'

const SERVICES = ['gateway', 'console', 'production-lists', 'order-documents', 'webhooks']
const started = (service: string, instance = 'a'): string =>
  `process_start_time_seconds{service="${service}",instance="${instance}"}`
const allStarted = Object.fromEntries(SERVICES.map((service) => [started(service), '1x60']))
const requests = (status: number, route = '/graphql'): string =>
  `http_request_duration_seconds_count{service="gateway",method="POST",route="${route}",status="${status}",instance="a"}`
const readOnly = lists('organizations_read_only')
/** Where a service refuses to change an organization that is being moved with 503. */
const ROUTES_OF_FILES = [
  '/exports/*',
  '/files/*',
  '/measurement-files',
  '/session/*',
  '/session/files/*',
]
const slowerThan = (seconds: string, route = '/graphql'): string =>
  `http_request_duration_seconds_bucket{service="gateway",method="POST",route="${route}",status="200",le="${seconds}",instance="a"}`
const operations = (operation: string, outcome: string): string =>
  `gateway_operation_duration_seconds_count{service="gateway",operation="${operation}",outcome="${outcome}",instance="a"}`
const subgraph = (outcome: string): string =>
  `subgraph_request_duration_seconds_count{service="gateway",subgraph="webhooks",outcome="${outcome}",instance="a"}`
const poolWait = (seconds: string): string =>
  `database_pool_wait_seconds_bucket{service="webhooks",le="${seconds}",instance="a"}`
const planningRefusals = (code: string): string =>
  `gateway_planning_refusals_total{service="gateway",code="${code}",instance="a"}`
const swaps = (result: string): string =>
  `supergraph_swaps_total{service="gateway",result="${result}",instance="a"}`
const registryFailures = 'supergraph_registry_failures_total{service="gateway",instance="a"}'
const away = 'gateway_budgets_redis_away{service="gateway",instance="a"}'

/** Of the rules for processes and requests. */
export const REQUEST_CASES: Readonly<Record<string, readonly Situation[]>> = {
  ServiceGone: [
    {
      at: '10m',
      series: { ...allStarted, [started('gateway')]: '1x4 stale' },
      fires: [{ service: 'gateway' }],
    },
    {
      at: '10m',
      series: {
        ...allStarted,
        [started('gateway')]: '1x4 stale',
        [started('gateway', 'b')]: '1x60',
      },
    },
  ],
  ProcessRestarts: [
    {
      at: '50m',
      series: { [started('webhooks')]: '1 1 2 _ 3 3 _ 4 5 5x60', [started('gateway')]: '1x60' },
      fires: [{ service: 'webhooks', instance: 'a' }],
    },
    // A release: each process starts once.
    {
      at: '50m',
      series: Object.fromEntries(
        ['a', 'b', 'c', 'd', 'e'].map((instance) => [started('webhooks', instance), '1x9 2x60']),
      ),
    },
    // A process of another product.
    { at: '50m', series: { [started('node-exporter')]: '1 2 3 4 5x60' } },
  ],
  DatabaseAway: [
    {
      at: '5m',
      series: {
        [webhooks('workers')]: repeated('NaN'),
        [webhooks('workers', '', 'b')]: repeated('NaN'),
      },
      fires: [{ service: 'webhooks', value: '2' }],
    },
    {
      at: '5m',
      series: { [lists('outbox_oldest_seconds')]: repeated('NaN'), [webhooks('workers')]: '1x9' },
      fires: [{ service: 'production-lists', value: '1' }],
    },
    {
      at: '5m',
      series: { [lists('outbox_oldest_seconds')]: '0x9', [webhooks('workers')]: '0x9' },
    },
  ],
  OrganizationReadOnly: [
    {
      at: '62m',
      series: {
        [lists('organizations_read_only')]: '0 2x99',
        [lists('organizations_read_only', 'b')]: repeated('NaN'),
      },
      fires: [{ service: 'production-lists', value: '2' }],
    },
    { at: '62m', series: { [lists('organizations_read_only')]: '0 1x40 0x60' } },
  ],
  RequestsFail: [
    {
      at: '15m',
      series: { [requests(200)]: '0+600x60', [requests(503)]: '0+12x60' },
      fires: [{ service: 'gateway' }],
    },
    { at: '15m', series: { [requests(200)]: '0+600x60', [requests(404)]: '0+600x60' } },
    { at: '15m', series: { [requests(200)]: '0+600x60', [requests(500)]: '0+5x60' } },
    // One error at night.
    { at: '15m', series: { [requests(200)]: '0+6x60', [requests(500)]: '0x5 1x60' } },
    // An organization is being moved, and its exports, downloads and uploads are refused.
    ...ROUTES_OF_FILES.map((route) => ({
      at: '15m',
      series: {
        [requests(200)]: '0+600x60',
        [requests(503, route)]: '0+12x60',
        [readOnly]: '1x60',
      },
    })),
    // It was thawed a moment ago.
    {
      at: '15m',
      series: {
        [requests(200)]: '0+600x60',
        [requests(503, '/files/*')]: '0+12x60',
        [readOnly]: '1x13 0x60',
      },
    },
    ...[
      // No organization is being moved, or it cannot be told.
      { [requests(503, '/files/*')]: '0+12x60', [readOnly]: '0x60' },
      { [requests(503, '/files/*')]: '0+12x60', [readOnly]: repeated('NaN') },
      // Other requests fail beside a move.
      { [requests(503)]: '0+12x60', [readOnly]: '1x60' },
      { [requests(500, '/files/*')]: '0+12x60', [readOnly]: '1x60' },
    ].map((series) => ({
      at: '15m',
      series: { [requests(200)]: '0+600x60', ...series },
      fires: [{ service: 'gateway' }],
    })),
  ],
  DownloadsFail: [
    {
      at: '15m',
      series: {
        [requests(200)]: '0+600x60',
        [requests(200, '/files/*')]: '0+3x60',
        [requests(503, '/files/*')]: '0+4x60',
        [readOnly]: '1x60',
      },
      fires: [{ service: 'gateway' }],
    },
    {
      at: '15m',
      series: { [requests(200, '/files/*')]: '0+5x60', [requests(503, '/files/*')]: '0+4x60' },
    },
    // One of few downloads.
    { at: '15m', series: { [requests(503, '/files/*')]: '0x9 1x60' } },
  ],
  GatewaySlow: [
    {
      at: '25m',
      series: {
        [slowerThan('1')]: '0+590x60',
        [slowerThan('2.5')]: '0+591x60',
        [slowerThan('+Inf')]: '0+600x60',
      },
      fires: [{}],
    },
    {
      at: '25m',
      series: {
        [slowerThan('1')]: '0+596x60',
        [slowerThan('2.5')]: '0+599x60',
        [slowerThan('+Inf')]: '0+600x60',
        // A large export.
        [slowerThan('1', '/exports/*')]: '0x60',
        [slowerThan('+Inf', '/exports/*')]: '0+600x60',
      },
    },
  ],
  PlanningRefused: [
    {
      at: '20m',
      series: {
        [planningRefusals('OPERATION_TOO_COMPLEX')]: '0x9 1x60',
        [planningRefusals('PLANNER_UNAVAILABLE')]: '0x60',
      },
      fires: [{ code: 'OPERATION_TOO_COMPLEX' }],
    },
    { at: '40m', series: { [planningRefusals('OPERATION_TOO_COMPLEX')]: '0x9 1x60' } },
  ],
  SupergraphRefused: [
    {
      at: '50m',
      series: { [swaps('refused')]: '0x9 1x90', [swaps('swapped')]: '1x90' },
      fires: [{}],
    },
    { at: '50m', series: { [swaps('refused')]: '0x90', [swaps('swapped')]: '1x9 2x90' } },
    // A gateway without a registry.
    { at: '50m', series: { [started('gateway')]: '1x90' } },
  ],
  SupergraphRegistryFails: [
    { at: '30m', series: { [registryFailures]: '0+30x60' }, fires: [{}] },
    // A registry that is restarted.
    { at: '30m', series: { [registryFailures]: '0x20 30x60' } },
  ],
  OperationFails: [
    {
      at: '45m',
      series: {
        [operations('Order', 'success')]: '0+3x60',
        [operations('Order', 'error')]: '0+4x60',
      },
      fires: [{ operation: 'Order' }],
    },
    {
      at: '45m',
      series: {
        [operations('Order', 'success')]: '0+4x60',
        [operations('Order', 'error')]: '0+3x60',
      },
    },
    // Each refused operation is an error of its client: OperationsRefused is for them.
    {
      at: '45m',
      series: {
        [operations('Order', 'success')]: '0+999x60',
        [operations('(refused)', 'error')]: '0+30x60',
      },
    },
  ],
  OperationsRefused: [
    {
      at: '45m',
      series: {
        [operations('Order', 'success')]: '0+60x60',
        [operations('(refused)', 'error')]: '0+6x60',
      },
      fires: [{}],
    },
    {
      at: '45m',
      series: {
        [operations('Order', 'success')]: '0+999x60',
        [operations('(refused)', 'error')]: '0+30x60',
      },
    },
  ],
  SubgraphUnavailable: [
    {
      at: '15m',
      series: { [subgraph('response')]: '0+60x60', [subgraph('unavailable')]: '0+6x60' },
      fires: [{ service: 'gateway', subgraph: 'webhooks' }],
    },
    {
      at: '15m',
      series: { [subgraph('response')]: '0+60x60', [subgraph('unavailable')]: '0+1x60' },
    },
    // One of few requests.
    {
      at: '15m',
      series: { [subgraph('response')]: '0+1x60', [subgraph('unavailable')]: '0x11 1x60' },
    },
  ],
  BudgetsNotShared: [
    {
      at: '15m',
      series: { [away]: '0 1x60', [operations('Order', 'success')]: '0+1x60' },
      fires: [{}],
    },
    // Its last charge failed long ago.
    { at: '15m', series: { [away]: '1x60', [operations('Order', 'success')]: '7x60' } },
    { at: '15m', series: { [away]: '0x60', [operations('Order', 'success')]: '0+1x60' } },
  ],
  DatabaseConnectionsUsedUp: [
    {
      at: '15m',
      series: {
        [poolWait('0.1')]: '0+90x60',
        [poolWait('0.5')]: '0+99x60',
        [poolWait('+Inf')]: '0+100x60',
      },
      fires: [{ service: 'webhooks' }],
    },
    {
      at: '15m',
      series: {
        [poolWait('0.05')]: '0+99x60',
        [poolWait('0.1')]: '0+100x60',
        [poolWait('+Inf')]: '0+100x60',
      },
    },
    // Nothing is measured: NaN.
    { at: '15m', series: { [poolWait('0.1')]: '7x60', [poolWait('+Inf')]: '9x60' } },
  ],
  ProcessBusy: [
    {
      at: '15m',
      series: { [lists('nodejs_eventloop_lag_p99_seconds')]: '0.3x60' },
      fires: [{ service: 'production-lists', instance: 'a' }],
    },
    { at: '15m', series: { [lists('nodejs_eventloop_lag_p99_seconds')]: '0.3x9 0.02x60' } },
  ],
}

import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'

/** What an expression of the documents needs: a metric with labels. */
export interface Requirement {
  readonly metric: string
  readonly labels: readonly string[]
}

/** Labels by the names of the metrics that services report. */
export async function metricsOf(
  urls: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const known = new Map<string, Set<string>>()
  const labelsOf = (metric: string): Set<string> => {
    const labels = known.get(metric) ?? new Set()
    known.set(metric, labels)
    return labels
  }
  for (const url of urls) {
    const response = await fetch(`${url}/metrics`)
    if (!response.ok) continue
    for (const line of (await response.text()).split('\n')) {
      const [, metric = '', labels = ''] = /^(\w+)(\{.*\})? \S+$/.exec(line) ?? []
      for (const [exact, label = ''] of labels.matchAll(/(\w+)="[^"]*"/g))
        labelsOf(metric).add(label).add(exact)
    }
  }
  return known
}

/** The metrics that the dashboard, the alerts and the autoscalers use. */
export async function requirementsOf(): Promise<Requirement[]> {
  const alerts = parse(await read('examples/alerts.yml')) as {
    groups: { rules: { expr: string }[] }[]
  }
  const dashboard = JSON.parse(await read('examples/dashboard.json')) as {
    panels: { targets?: { expr: string }[] }[]
  }
  const { rules } = parse(
    await read('kubernetes/autoscaling/prometheus-adapter-values.yaml'),
  ) as AdapterValues
  const ofDocuments = [
    ...alerts.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ].flatMap((expr) => requirementsIn(expr, LABEL))
  const ofAutoscalers = [...rules.custom, ...rules.external].flatMap(({ metricsQuery }) =>
    // The adapter fills in labels of its own.
    requirementsIn(metricsQuery.replaceAll(/<<[^>]*>>/g, ''), LABEL_WITH_VALUE),
  )
  return [...ofDocuments, ...ofAutoscalers]
}

interface AdapterValues {
  readonly rules: Readonly<Record<'custom' | 'external', readonly { metricsQuery: string }[]>>
}

function read(name: string): Promise<string> {
  return readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')
}

/** All names of our metrics have an underscore; functions of PromQL are followed by a parenthesis. */
const SELECTOR = /\b([a-z]+_\w+)\b(?!\s*\()(\{[^}]*\})?/g

/** Labels without values: series of failures do not exist in a stack that has just started. */
const LABEL = /\w+(?==|!=|=~|!~)/g
/** Labels with their values: the series of autoscalers always exist. */
const LABEL_WITH_VALUE = /\w+(?:="[^"]*"|(?=!=|=~|!~))/g

function requirementsIn(expr: string, labelPattern: RegExp): Requirement[] {
  const grouping = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) =>
    labels.split(',').map((label) => label.trim()),
  )
  // Prometheus adds the label of a process.
  const grouped = grouping.filter((label) => label !== 'instance' && label !== '')
  return [...expr.replaceAll(/\bby \([^)]*\)/g, '').matchAll(SELECTOR)].map(
    ([, metric = '', selector = '']) => ({
      metric,
      labels: [
        ...grouped.filter((label) => label !== 'le' || metric.endsWith('_bucket')),
        ...(selector.match(labelPattern) ?? []),
        'service',
      ],
    }),
  )
}

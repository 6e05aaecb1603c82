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
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) labelsOf(metric).add(label)
    }
  }
  return known
}

/** The metrics that the dashboard and the alerts use. */
export async function requirementsOf(): Promise<Requirement[]> {
  const alerts = parse(await read('alerts.yml')) as {
    groups: { rules: { expr: string }[] }[]
  }
  const dashboard = JSON.parse(await read('dashboard.json')) as {
    panels: { targets?: { expr: string }[] }[]
  }
  return [
    ...alerts.groups.flatMap(({ rules }) => rules),
    ...dashboard.panels.flatMap(({ targets = [] }) => targets),
  ].flatMap(({ expr }) => requirementsIn(expr))
}

function read(name: string): Promise<string> {
  return readFile(new URL(`../../../docs/examples/${name}`, import.meta.url), 'utf8')
}

/** All names of our metrics have an underscore; functions of PromQL are followed by a parenthesis. */
const SELECTOR = /\b([a-z]+_\w+)\b(?!\s*\()(\{[^}]*\})?/g

function requirementsIn(expr: string): Requirement[] {
  const grouping = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) =>
    labels.split(',').map((label) => label.trim()),
  )
  // Prometheus adds the label of a process.
  const grouped = grouping.filter((label) => label !== 'instance')
  return [...expr.replaceAll(/\bby \([^)]*\)/g, '').matchAll(SELECTOR)].map(
    ([, metric = '', selector = '']) => ({
      metric,
      labels: [
        ...grouped.filter((label) => label !== 'le' || metric.endsWith('_bucket')),
        ...[...selector.matchAll(/(\w+)(?==|!=|=~|!~)/g)].map(([, label = '']) => label),
        'service',
      ],
    }),
  )
}

import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import type { Labels, Situation } from './situation.ts'

/** The alert rules for operators. */
const RULES = path.resolve(import.meta.dirname, '../../../docs/examples/alerts.yml')

export interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: Labels
  readonly annotations: { readonly summary: string }
}

/** What `promtool check rules` says of the file. */
export async function checkRules(promtool: string): Promise<string> {
  const { stdout } = await promisify(execFile)(promtool, ['check', 'rules', RULES])
  return stdout
}

/** Has Prometheus evaluate one rule with the series of each situation. @throws an error with the difference */
export async function testRule(
  promtool: string,
  alert: Alert,
  situations: readonly Situation[],
): Promise<void> {
  await using folder = await openTemporaryFolder('takeoff-alerts')
  const rule = path.join(folder.path, 'rule.json')
  const test = path.join(folder.path, 'test.json')
  const tests = situations.map(({ at, series, fires = [] }) => ({
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [
      {
        alertname: alert.alert,
        eval_time: at,
        exp_alerts: fires.map(({ value, ...labels }) => ({
          exp_labels: { ...alert.labels, ...labels },
          exp_annotations: { summary: summaryOf(alert, labels, value) },
        })),
      },
    ],
  }))
  // JSON is YAML.
  await writeFile(rule, JSON.stringify({ groups: [{ name: 'one', rules: [alert] }] }))
  await writeFile(test, JSON.stringify({ rule_files: [rule], evaluation_interval: '1m', tests }))
  await promisify(execFile)(promtool, ['test', 'rules', test])
}

/** The text with its labels, each of which the alert must have: Prometheus writes nothing for one that it has not. */
function summaryOf({ annotations }: Alert, labels: Labels, value = ''): string {
  return annotations.summary.replaceAll(/\{\{ \$(value|labels\.(\w+)) \}\}/g, (_, name, label) => {
    const text = name === 'value' ? value : (labels[String(label)] ?? '')
    if (text === '') throw new Error(`${annotations.summary}: ${String(name)} is missing`)
    return text
  })
}

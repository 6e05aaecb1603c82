import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, writeFile } from 'node:fs/promises'
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

/**
 * Has Prometheus evaluate each rule alone, with the series of its situations. One process does it for all rules, because
 * its start takes longer than a test.
 * @returns for each alert what it says: SUCCESS, or the differences
 */
export async function testRules(
  promtool: string,
  alerts: readonly Alert[],
  situationsOf: (alert: Alert) => readonly Situation[],
): Promise<ReadonlyMap<string, string>> {
  await using folder = await openTemporaryFolder('takeoff-alerts')
  const tests = await Promise.all(
    alerts.map(async (alert) => {
      const file = path.join(folder.path, alert.alert)
      // JSON is YAML.
      await writeFile(`${file}.rule`, JSON.stringify({ groups: [{ name: 'one', rules: [alert] }] }))
      const tests = situationsOf(alert).map((situation) => testOf(alert, situation))
      const test = { rule_files: [`${file}.rule`], evaluation_interval: '1m', tests }
      await writeFile(file, JSON.stringify(test))
      return file
    }),
  )
  await using output = await open(path.join(folder.path, 'output'), 'w+')
  // Both outputs are one file, so that differences follow the name of their test.
  const child = spawn(promtool, ['test', 'rules', ...tests], {
    stdio: ['ignore', output.fd, output.fd],
  })
  await once(child, 'close')
  const [, ...parts] = (await readFile(path.join(folder.path, 'output'), 'utf8')).split(
    'Unit Testing:  ',
  )
  return new Map(
    parts.map((part) => {
      const [file = '', ...said] = part.trim().split('\n')
      return [path.basename(file), said.join('\n').trim()]
    }),
  )
}

function testOf(alert: Alert, { at, series, fires = [] }: Situation): object {
  return {
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
  }
}

/** The text with its labels, each of which the alert must have: Prometheus writes nothing for one that it has not. */
function summaryOf({ annotations }: Alert, labels: Labels, value = ''): string {
  return annotations.summary.replaceAll(/\{\{ \$(value|labels\.(\w+)) \}\}/g, (_, name, label) => {
    const text = name === 'value' ? value : (labels[String(label)] ?? '')
    if (text === '') throw new Error(`${annotations.summary}: ${String(name)} is missing`)
    return text
  })
}

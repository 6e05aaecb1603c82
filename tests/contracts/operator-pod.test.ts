import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { findOrInstall } from '@takeoff/dev-env/find-or-install'
import { describe, expect, test } from 'vitest'
import { selectorsMatch } from './kubernetes/cluster-rules.ts'
import { placesReachedBy } from './kubernetes/connections.ts'
import { environmentOf, FOLDER, ofKind, readFolder, workloadsOf } from './kubernetes/manifests.ts'
import type { Manifest, Workload } from './kubernetes/manifests.ts'
import {
  filesAreMountedAndRead,
  requiredVariablesAreSet,
  valuesAreAccepted,
  variablesAreKnown,
} from './kubernetes/process-rules.ts'
import { schemaViolations } from './kubernetes/schema.ts'

const root = path.resolve(import.meta.dirname, '../..')
const all = [...readFolder('production'), ...readFolder('data')]
const jq = await findOrInstall('jq')

/** What docs/kubernetes/operator-pod.jq makes of the Deployment of a service. */
function podOf(service: string): Manifest {
  const deployment = ofKind(all, 'Deployment').find(({ metadata }) => metadata.name === service)
  const output = execFileSync(
    jq ?? '',
    ['--from-file', path.join(root, FOLDER, 'operator-pod.jq')],
    { input: JSON.stringify(deployment), encoding: 'utf8' },
  )
  return JSON.parse(output) as Manifest
}

function workloadOf(manifests: readonly Manifest[], named: string): Workload {
  const found = workloadsOf(manifests).find(({ name }) => name === named)
  if (found === undefined) throw new Error(`there is no workload ${named}`)
  return found
}

describe.skipIf(jq === undefined).each(['production-lists', 'order-documents', 'webhooks'])(
  'the pod for the programs of operators of %s, where jq is installed',
  (service) => {
    const pod = jq === undefined ? ({} as Manifest) : podOf(service)

    test('has the variables of the process and the address of the owner', () => {
      const made = structuredClone(all).filter(
        ({ kind, metadata }) =>
          kind === 'ConfigMap' || (kind === 'Deployment' && metadata.name === service),
      )
      for (const { spec } of ofKind(made, 'Deployment'))
        Object.assign(spec ?? {}, { template: pod })
      const violations = [
        variablesAreKnown,
        requiredVariablesAreSet,
        valuesAreAccepted,
        filesAreMountedAndRead,
      ].flatMap((rule) => rule(made))
      expect(violations).toEqual([])
      expect(schemaViolations(pod)).toEqual([])
      const workload = workloadOf(made, service)
      expect(environmentOf(workload, made).has('DATABASE_MIGRATION_URL_FILE')).toBe(true)
    })

    test('has room for files of any size: those of an organization are exported into /tmp', () => {
      const { container, pod: spec } = workloadOf([jobOf(pod)], pod.metadata.name)
      const mount = container.volumeMounts?.find(({ mountPath }) => mountPath === '/tmp')
      const volume = spec.volumes?.find(({ name }) => name === mount?.name)
      expect(volume?.emptyDir).toEqual({})
    })

    // An autoscaler takes the pods that the selector of its Deployment finds as processes.
    test('is found by no Deployment, Service or disruption budget, and needs no probe for that', () => {
      const manifests = [...all, jobOf(pod)]
      const { container } = workloadOf(manifests, pod.metadata.name)
      expect(selectorsMatch(manifests)).toEqual([])
      expect(Object.keys(container).filter((key) => key.endsWith('Probe'))).toEqual([])
    })

    test('reaches PostgreSQL, and of production-lists the vendors of order-documents', () => {
      const manifests = [...all, jobOf(pod)]
      const vendors = service === 'production-lists' ? ['order-documents:4002'] : []
      expect(placesReachedBy(workloadOf(manifests, pod.metadata.name), manifests)).toEqual([
        ...vendors,
        'takeoff-postgresql:5432',
      ])
    })
  },
)

/** A job that makes this pod, as rules read pods. */
function jobOf(pod: Manifest): Manifest {
  const { metadata } = pod
  return { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { template: pod } } as Manifest
}

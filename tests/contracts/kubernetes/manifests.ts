import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import type { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import type { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import type { Job } from 'kubernetes-models/batch/v1/Job'
import type { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import type { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import type { IContainer } from 'kubernetes-models/v1/Container'
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec'
import type { Secret } from 'kubernetes-models/v1/Secret'
import type { Service } from 'kubernetes-models/v1/Service'
import type { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount'
import { parseAllDocuments } from 'yaml'
import { readRepositoryFile } from '../../support/processes.ts'

const root = path.resolve(import.meta.dirname, '../../..')
/** Where the manifests are, from the root of the repository. */
export const FOLDER = 'docs/kubernetes'
/** Files that no kustomization names: the first is copied and filled in, the second is for a Helm chart. */
export const APART = ['secrets.example.yaml', 'autoscaling/prometheus-adapter-values.yaml']

/** An object of Kubernetes. */
export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: Labels
  }
}
export type Labels = Readonly<Record<string, string>>

interface Kinds {
  readonly ConfigMap: ConfigMap
  readonly Deployment: Deployment
  readonly HorizontalPodAutoscaler: HorizontalPodAutoscaler
  readonly Job: Job
  readonly NetworkPolicy: NetworkPolicy
  readonly PodDisruptionBudget: PodDisruptionBudget
  readonly Secret: Secret
  readonly Service: Service
  readonly ServiceAccount: ServiceAccount
}

/** Those of one kind. */
export function ofKind<K extends keyof Kinds>(
  manifests: readonly Manifest[],
  kind: K,
): (Kinds[K] & Manifest)[] {
  return manifests.filter((one): one is Kinds[K] & Manifest => one.kind === kind)
}

interface Generator {
  readonly name: string
  readonly behavior?: 'merge'
  readonly literals: readonly string[]
}

/** A kustomization.yaml. */
export interface Kustomization {
  readonly namespace?: string
  readonly resources?: readonly string[]
  readonly components?: readonly string[]
  readonly images?: readonly { readonly name: string; readonly newTag?: string }[]
  readonly configMapGenerator?: readonly Generator[]
  readonly patches?: readonly { readonly target: { kind: string }; readonly patch: string }[]
}

/** The documents of a file, each of which may be read again and changed. */
export function readDocuments<T>(file: string): T[] {
  return parseAllDocuments(readRepositoryFile(`${FOLDER}/${file}`)).map(
    (document) => document.toJS() as T,
  )
}

/**
 * What a folder's kustomization.yaml contains: resources, components and configuration, but without patches, images and the
 * hashes of names.
 */
export function readFolder(folder: string): Manifest[] {
  const kustomization = readKustomization(folder)
  const { resources = [], components = [], configMapGenerator = [], namespace } = kustomization
  const manifests = [...resources, ...components].flatMap((resource) => {
    const place = path.join(folder, resource)
    if (!resource.endsWith('.yaml')) return readFolder(place)
    return readDocuments<Manifest>(place)
  })
  for (const { name, behavior, literals } of configMapGenerator) {
    const data = Object.fromEntries(literals.map(literalOf))
    const known = ofKind(manifests, 'ConfigMap').find(({ metadata }) => metadata.name === name)
    if (behavior === 'merge' && known !== undefined) Object.assign(known.data ?? {}, data)
    else manifests.push(new ConfigMap({ metadata: { name }, data }) as Manifest)
  }
  if (namespace === undefined) return manifests
  return manifests.map((one) =>
    one.kind === 'Namespace' ? one : { ...one, metadata: { ...one.metadata, namespace } },
  )
}

/** The kustomization.yaml of a folder. */
export function readKustomization(folder: string): Kustomization {
  const [kustomization = {}] = readDocuments<Kustomization>(`${folder}/kustomization.yaml`)
  return kustomization
}

function literalOf(literal: string): [string, string] {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(literal) ?? []
  return [name, value]
}

/** Files of the folder that are in no kustomization, or that do not exist. */
export function filesAdrift(): string[] {
  const present = globSync('**/*.yaml', { cwd: path.join(root, FOLDER) })
  const named = present
    .filter((file) => path.basename(file) === 'kustomization.yaml')
    .flatMap((file) => {
      const { resources = [], components = [] } = readKustomization(path.dirname(file))
      return [
        file,
        ...[...resources, ...components].map((one) => path.join(path.dirname(file), one)),
      ]
    })
  return [
    ...present.filter((file) => !named.includes(file) && !APART.includes(file)),
    ...[...named, ...APART].filter((file) => !existsSync(path.join(root, FOLDER, file))),
  ]
}

/** The pods that a Deployment or a Job makes. */
export interface Workload {
  readonly kind: 'Deployment' | 'Job'
  readonly name: string
  /** Of docker-compose.yml. */
  readonly process: string
  readonly labels: Labels
  readonly annotations: Labels
  readonly pod: IPodSpec
  readonly container: IContainer
}

/** Everything that makes pods of the product's processes, each with one container. */
export function workloadsOf(manifests: readonly Manifest[]): Workload[] {
  return [...ofKind(manifests, 'Deployment'), ...ofKind(manifests, 'Job')].map((one) => {
    const template = one.spec?.template
    const [container, ...others] = template?.spec?.containers ?? []
    if (template?.spec === undefined || container === undefined || others.length > 0)
      throw new Error(`${one.kind} ${one.metadata.name} must have one container`)
    return {
      kind: one.kind,
      name: one.metadata.name,
      process: one.metadata.name.replace(/-migration$/, ''),
      labels: template.metadata?.labels ?? {},
      annotations: template.metadata?.annotations ?? {},
      pod: template.spec,
      container,
    }
  })
}

/** The variables of a container: their texts, which a ConfigMap may have. Missing keys are undefined. */
export function environmentOf(
  { container }: Workload,
  manifests: readonly Manifest[],
): Map<string, string | undefined> {
  const dataOf = (name: string | undefined): Readonly<Record<string, string>> =>
    ofKind(manifests, 'ConfigMap').find(({ metadata }) => metadata.name === name)?.data ?? {}
  const variables = new Map<string, string | undefined>()
  for (const { configMapRef } of container.envFrom ?? [])
    for (const [name, text] of Object.entries(dataOf(configMapRef?.name))) variables.set(name, text)
  for (const { name, value, valueFrom } of container.env ?? []) {
    const { name: map, key = '' } = valueFrom?.configMapKeyRef ?? {}
    variables.set(name, value ?? dataOf(map)[key])
  }
  return variables
}

/** Whether labels meet a selector of labels. */
export function isSelected(
  labels: Labels,
  selector:
    | {
        readonly matchLabels?: Labels | undefined
        readonly matchExpressions?:
          | readonly { key: string; operator: string; values?: readonly string[] }[]
          | undefined
      }
    | undefined,
): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {}
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`the operator ${operator} is not known here`)
      return values.includes(labels[key] ?? '')
    })
  )
}

import path from 'node:path'
import { readFileSync } from 'node:fs'
import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/Cluster'
import { Database } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/Database'
import { Gateway } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/Gateway'
import { HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { Pod } from 'kubernetes-models/v1/Pod'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount'
import { parseSync } from 'oxc-parser'
import type { TSInterfaceDeclaration, TSType } from 'oxc-parser'
import { z } from 'zod'
import type { Manifest } from './manifests.ts'

const packages = path.resolve(import.meta.dirname, '../../../node_modules')
const core = 'kubernetes-models'
const gatewayApi = '@kubernetes-models/gateway-api'
const cloudNativePg = '@kubernetes-models/cloudnative-pg'

/** The kinds that the manifests may use, each with its package. */
const models = [
  ...[ConfigMap, Deployment, HorizontalPodAutoscaler, Job, Namespace, NetworkPolicy].map(
    (model) => ({ model, from: core }),
  ),
  ...[Pod, PodDisruptionBudget, Secret, Service, ServiceAccount].map((model) => ({
    model,
    from: core,
  })),
  ...[Gateway, HTTPRoute].map((model) => ({ model, from: gatewayApi })),
  ...[Cluster, Database].map((model) => ({ model, from: cloudNativePg })),
]

const reference = z.strictObject({ name: z.string() })
const quantities = z.strictObject({ memory: z.string(), cpu: z.string().optional() })

/** What is used of the operators of RabbitMQ and of Envoy Gateway, whose schemas are in no package. */
const operatorSpecs: Readonly<Record<string, z.ZodType>> = {
  'rabbitmq.com/v1beta1 RabbitmqCluster': z.strictObject({
    replicas: z.literal(3),
    image: z.string(),
    persistence: z.strictObject({ storage: z.string(), storageClassName: z.string().optional() }),
    resources: z.strictObject({ requests: quantities, limits: quantities }),
    rabbitmq: z.strictObject({ additionalConfig: z.string() }),
    affinity: z.strictObject({ podAntiAffinity: z.looseObject({}) }),
  }),
  'rabbitmq.com/v1beta1 User': z.strictObject({
    rabbitmqClusterReference: reference,
    importCredentialsSecret: reference,
  }),
  'rabbitmq.com/v1beta1 Permission': z.strictObject({
    rabbitmqClusterReference: reference,
    userReference: reference,
    vhost: z.string(),
    permissions: z.strictObject({ configure: z.string(), write: z.string(), read: z.string() }),
  }),
  'gateway.envoyproxy.io/v1alpha1 BackendTrafficPolicy': z.strictObject({
    targetRefs: z.array(
      z.strictObject({
        group: z.literal('gateway.networking.k8s.io'),
        kind: z.literal('HTTPRoute'),
        name: z.string(),
      }),
    ),
    timeout: z.strictObject({
      http: z.strictObject({ connectionIdleTimeout: z.string().regex(/^\d+s$/) }),
    }),
  }),
}

/** What the schemas of Kubernetes and of the operators say against a manifest, unknown fields included. */
export function schemaViolations(manifest: Manifest): string[] {
  const { apiVersion, kind, metadata } = manifest
  const subject = `${kind} ${metadata.name}`
  const spec = operatorSpecs[`${apiVersion} ${kind}`]
  if (spec !== undefined) {
    const { error } = spec.safeParse((manifest as { spec?: unknown }).spec)
    return error === undefined ? [] : [`${subject}: ${z.prettifyError(error)}`]
  }
  const known = models.find(({ model }) => model.apiVersion === apiVersion && model.kind === kind)
  if (known === undefined) return [`${subject}: ${apiVersion} has no kind ${kind} here`]
  const file = `${packages}/${known.from}/${apiVersion}/${kind}.d.ts`
  return [
    ...validate(() => {
      new known.model(manifest as never).validate()
    }),
    ...unknownFields(manifest, fieldsOfFile(file), ''),
  ].map((violation) => `${subject}: ${violation}`)
}

function validate(check: () => void): string[] {
  try {
    check()
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

/** The fields of an object, by name. */
type Fields = ReadonlyMap<string, Field>
/** The type of a field, and the file that declares it. */
interface Field {
  readonly type: TSType | undefined
  readonly file: DeclarationFile
}
interface DeclarationFile {
  readonly name: string
  /** The module from which each imported name comes. */
  readonly imports: ReadonlyMap<string, string>
}

/** The schemas allow fields that they do not know, as an API server does not: the declared types name all of them. */
function unknownFields(value: unknown, fields: Fields | undefined, place: string): string[] {
  if (fields === undefined || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const at = `${place}/${name}`
    const field = fields.get(name)
    return field === undefined ? [`has no field ${at}`] : unknownFieldsIn(member, field, at)
  })
}

function unknownFieldsIn(value: unknown, { type, file }: Field, place: string): string[] {
  if (type?.type === 'TSTypeLiteral') {
    const fields = fieldsOf(type.members, file)
    // Otherwise it is a map, whose keys are free.
    return fields.size === 0 ? [] : unknownFields(value, fields, place)
  }
  if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return []
  const { name } = type.typeName
  const [element] = type.typeArguments?.params ?? []
  if (name === 'Array' && Array.isArray(value))
    return value.flatMap((one, index) =>
      unknownFieldsIn(one, { type: element, file }, `${place}/${index}`),
    )
  return unknownFields(value, importedFields(name, file), place)
}

/** Fields of an imported interface; undefined for another type, such as a quantity. */
function importedFields(
  name: string,
  { name: from, imports }: DeclarationFile,
): Fields | undefined {
  const module = imports.get(name)
  if (module === undefined) return undefined
  if (!module.startsWith('.')) return fieldsOfFile(`${packages}/${module}.d.ts`)
  return fieldsOfFile(path.join(path.dirname(from), module.replace(/\.js$/, '.d.ts')))
}

const filesRead = new Map<string, Fields | undefined>()

/** Fields of the interface that a file of declarations exports. */
function fieldsOfFile(name: string): Fields | undefined {
  if (!filesRead.has(name)) filesRead.set(name, readFields(name))
  return filesRead.get(name)
}

function readFields(name: string): Fields | undefined {
  const { program } = parseSync(name, readFileSync(name, 'utf8'))
  const imports = new Map<string, string>()
  let found: TSInterfaceDeclaration | undefined
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration')
      for (const { local } of statement.specifiers) imports.set(local.name, statement.source.value)
    if (
      statement.type === 'ExportNamedDeclaration' &&
      statement.declaration?.type === 'TSInterfaceDeclaration'
    )
      found = statement.declaration
  }
  if (found === undefined) return undefined
  const file = { name, imports }
  const inherited = found.extends.flatMap(({ expression }) =>
    expression.type === 'Identifier' && expression.name !== 'TypeMeta'
      ? [...(importedFields(expression.name, file) ?? [])]
      : [],
  )
  return new Map([...inherited, ...fieldsOf(found.body.body, file)])
}

function fieldsOf(members: TSInterfaceDeclaration['body']['body'], file: DeclarationFile): Fields {
  return new Map(
    members.flatMap((member): [string, Field][] =>
      member.type === 'TSPropertySignature' && member.key.type === 'Literal'
        ? [[String(member.key.value), { type: member.typeAnnotation?.typeAnnotation, file }]]
        : [],
    ),
  )
}

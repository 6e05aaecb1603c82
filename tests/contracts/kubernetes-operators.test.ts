import { describe, expect, test } from 'vitest'
import { readCompose, readRepositoryFile } from '../support/processes.ts'
import {
  ofKind,
  readDocuments,
  readFolder,
  readKustomization,
  workloadsOf,
} from './kubernetes/manifests.ts'

const installation = readFolder('production')

describe('the autoscalers', () => {
  const [values = { rules: { custom: [], external: [] } }] = readDocuments<AdapterValues>(
    'autoscaling/prometheus-adapter-values.yaml',
  )
  const series = [...values.rules.custom, ...values.rules.external]

  test('scale by metrics that the adapter computes', () => {
    const used = ofKind(installation, 'HorizontalPodAutoscaler').flatMap(({ spec }) =>
      (spec?.metrics ?? []).flatMap(
        ({ pods, external }) => pods?.metric.name ?? external?.metric.name ?? [],
      ),
    )
    expect([...new Set(used)].toSorted()).toEqual(series.map(({ name }) => name.as).toSorted())
  })

  test('compute them from the series that they find', () => {
    for (const { seriesQuery, metricsQuery } of series) {
      expect(metricsQuery).toContain(seriesQuery.replace(/\{.*/, '{'))
      for (const label of seriesQuery.match(/\w+="[^"]+"/g) ?? [])
        expect(metricsQuery).toContain(label)
    }
  })

  test('decide the number of processes alone', () => {
    const { patches = [] } = readKustomization('autoscaling')
    expect(patches.map(({ target, patch }) => [target.kind, patch.trim()])).toEqual([
      ['Deployment', '- { op: remove, path: /spec/replicas }'],
    ])
  })
})

interface AdapterValues {
  readonly rules: Readonly<
    Record<
      'custom' | 'external',
      readonly { seriesQuery: string; metricsQuery: string; name: { as: string } }[]
    >
  >
}

test('an installation pins the version of every image', () => {
  const { images = [] } = readKustomization('production')
  const used = workloadsOf(installation).map(({ container: { image } }) => image)
  expect(new Set(images.map(({ name }) => name))).toEqual(new Set(used))
  expect(images.filter(({ newTag = '' }) => !/^\d+\.\d+\.\d+$/.test(newTag))).toEqual([])
})

describe('the operators of the data', () => {
  const data = readFolder('data') as unknown as {
    readonly kind: string
    readonly metadata: { readonly name: string }
    readonly spec: Readonly<Record<string, unknown>>
  }[]
  const specsOf = (kind: string) => data.filter((one) => one.kind === kind).map(({ spec }) => spec)

  test('give each service a database, and the roles of docker-compose.yml to it', () => {
    const created = [
      ...readRepositoryFile('services/dev-env/compose/create-databases.sh').matchAll(
        /^create (\w+) /gm,
      ),
    ].map(([, name]) => name)
    expect(specsOf('Database').map(({ name }) => name)).toEqual(created)
  })

  test('give each service the rights at the broker that it has in docker-compose.yml', () => {
    const { permissions } = JSON.parse(
      readRepositoryFile('services/dev-env/compose/broker-definitions.json'),
    ) as { permissions: { user: string; configure: string; write: string; read: string }[] }
    expect(
      specsOf('Permission').map(({ userReference, permissions: rights }) => ({
        user: (userReference as { name: string }).name,
        vhost: '/',
        ...(rights as object),
      })),
    ).toEqual(permissions)
  })

  test('run the versions of docker-compose.yml', () => {
    const { postgres, rabbitmq } = readCompose().services
    const versionOf = (image: unknown) => /:(\d+\.\d+(?:\.\d+)?)/.exec(String(image))?.[1]
    const [{ imageName } = {}] = specsOf('Cluster')
    const [{ image } = {}] = specsOf('RabbitmqCluster')
    expect(versionOf(imageName)).toBe(versionOf(postgres?.image))
    expect(versionOf(image)).toBe(versionOf(rabbitmq?.image))
  })
})

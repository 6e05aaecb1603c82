/** A page of the site: a Markdown file of the repository. Its title is its first heading. */
export interface Section {
  readonly title: string
  /** Paths in the repository. */
  readonly pages: readonly string[]
}

/** The readers of the pages. */
export interface Audience {
  /** First segment of the addresses of its pages. */
  readonly name: string
  readonly title: string
  readonly about: string
  readonly sections: readonly Section[]
}

/** What each audience reads, in the order of reading. The sidebars and llms.txt are made from it. */
export const audiences: readonly Audience[] = [
  {
    name: 'integrators',
    title: 'Integrators',
    about: 'For programs that read and change material lists and orders through the API',
    sections: [
      {
        title: 'Start',
        pages: docs('integrators', 'access', 'client', 'idempotency', 'errors', 'costs'),
      },
      {
        title: 'Lists and jobs',
        pages: docs('lists', 'measurement-files', 'templates', 'price-books', 'csv'),
      },
      {
        title: 'Orders',
        pages: docs('orders', 'documents', 'vendors', 'distribution-orders'),
      },
      { title: 'Keeping up', pages: docs('exports', 'webhooks', 'agents') },
      { title: 'Changes', pages: [...docs('stability'), 'CHANGELOG.md'] },
    ],
  },
  {
    name: 'operators',
    title: 'Operators',
    about: 'For those who run an installation',
    sections: [
      {
        title: 'Running',
        pages: docs(
          'operations',
          'scale',
          'console',
          'deployment',
          'kubernetes/README',
          'restore',
          'telemetry',
          'import',
        ),
      },
      { title: 'Security', pages: docs('security', 'threat-model', 'audit') },
      { title: 'Suppliers and rules', pages: docs('providers', 'trade-rules') },
      {
        title: 'Variables',
        pages: [
          'gateway/README.md',
          'services/production-lists/README.md',
          'services/order-documents/README.md',
          'services/webhooks/README.md',
          'services/console/README.md',
          'services/supergraph/README.md',
        ],
      },
      {
        title: 'The code',
        pages: [
          'ARCHITECTURE.md',
          'docs/adr/README.md',
          'CONTRIBUTING.md',
          'SECURITY.md',
          'docs/licenses.md',
        ],
      },
    ],
  },
]

function docs(...names: readonly string[]): string[] {
  return names.map((name) => `docs/${name}.md`)
}

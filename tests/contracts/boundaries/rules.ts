/** The parts of our other packages that the production code of a package may import. */
export const PACKAGES: Readonly<Record<string, string>> = {
  'services/contracts': '',
  'services/kit': 'contracts',
  'services/production-lists': 'contracts kit',
  'services/order-documents': 'contracts kit',
  'services/webhooks': 'contracts kit',
  // Clients of an API connect to no database and no broker.
  'services/webhooks-cli': `contracts
    kit/concurrency kit/http kit/service kit/values kit/events/topology`,
  // A published package: it carries no code of ours.
  'services/client': '',
  'services/import': 'contracts kit/concurrency kit/http kit/service kit/values',
  'services/mcp': 'kit/service kit/values',
  'services/provider-simulator': 'kit',
  'services/console': 'contracts/formula-guard contracts/order-limits kit client',
  'services/supergraph': 'kit',
  gateway: 'kit supergraph',
  'services/bundles': 'kit/build',
  'services/docs-site': 'kit/build kit/security gateway/cost',
  'services/dev-env': `contracts kit production-lists order-documents webhooks
    provider-simulator supergraph gateway console bundles docs-site/folders`,
}

/**
 * The files and folders in a folder, from the lowest layer to the highest. A file imports from its own folder and from
 * lower layers. `*.ts` is all files that are not named. Folders without a line here are not checked.
 */
export const LAYERS: Readonly<Record<string, string>> = {
  'services/client/src': `typed-document.ts < generated < *.ts < sync < index.ts`,
  'services/kit/src': `values < build concurrency < service < redis http < security < graphql < postgres
    < events < exports operator < verification < organization`,
  'services/supergraph/src': `signing-keys.ts < config.ts composition < registry < commands < main.ts`,
  'gateway/src': `documents < execution < budgets < registry < http < cost mcp < config.ts
    < pass-throughs.ts add-tools.ts < subgraph-settings.ts < open-supergraph.ts < service.ts < main.ts`,
  'gateway/src/execution': `planning < compiled < *.ts`,
  'services/docs-site/src': `navigation.ts folders.ts reference < home.ts pages.ts < llms.ts markdown
    < layout search-index.ts < assets.ts < build.ts < main.ts`,
  'services/console/src': `config.ts folders.ts < build http issuer < sessions < forwarding sign-in < service.ts < main.ts`,
  'services/console/web/src': `settings.ts generated icon.svg < i18n theme.ts < ui api < session < drafts < pages
    < start < shell < router.tsx < application.tsx < main.tsx`,
  'services/console/web/src/pages': `catalog integrations jobs lists measurements orders sign-in home-page.tsx
    < job list < new-list order < attention new-order`,
  'services/webhooks/src': `messages bearer-secret.ts < db asyncapi < audit deliveries maintenance
    < config.ts context.ts ingest < subscriptions < operator graphql < service.ts < main.ts erase.ts migrate.ts organization.ts rekey.ts verify.ts`,
  'services/webhooks/src/deliveries': `addresses cancel ordering < leases < send < results
    < metrics < *.ts`,
  'services/production-lists/src': `domain < db < file-reader
    < config.ts context.ts development-prices.ts measurement-file-address.ts
    < find-vendors.ts require-measured-job.ts development-data.ts open-order-documents.ts
    < lists templates jobs prices exports vendors < graphql http < service.ts
    < main.ts copy-vendors.ts erase.ts migrate.ts organization.ts verify.ts`,
  'services/order-documents/src': `domain < db rendering providers keep-lease.ts require-search.ts wait-for-work.ts
    < rendering-pool config.ts development-data.ts < files < context.ts
    < vendors brand documents < orders < distribution < graphql http exports < service.ts
    < main.ts erase.ts look-up-drafts.ts migrate.ts organization.ts rekey.ts verify.ts`,
  'services/order-documents/src/rendering': `document-model.ts < words < text < layout < pdf csv`,
}

/** Everything that the production code of a folder imports from outside its package. */
export const ALLOWED_IMPORTS: Readonly<Record<string, string>> = {
  'services/client/src': '',
  // A browser cannot load the modules of Node that the kit uses.
  'services/console/web/src': `@takeoff/client @takeoff/contracts/formula-guard @takeoff/contracts/order-limits @tanstack react react-dom`,
  'gateway/src/execution': `@apollo @takeoff/kit graphql lru-cache prom-client
    node:buffer node:fs node:os node:path node:worker_threads`,
  'services/production-lists/src/domain': `@takeoff/contracts @takeoff/kit/values
    csv-parse csv-stringify decimal.js saxes zod`,
  'services/order-documents/src/domain': `@takeoff/contracts @takeoff/kit/values decimal.js zod`,
  'services/order-documents/src/rendering': `@takeoff/contracts @takeoff/kit/values bidi-js csv-stringify decimal.js
    fontkit lru-cache pdfkit pngjs node:crypto node:fs node:url node:zlib`,
}

/** Folders that use no clock, no randomness, no network and no environment: these are arguments. */
export const PURE: readonly string[] = [
  'services/production-lists/src/domain',
  'services/order-documents/src/domain',
  'services/order-documents/src/rendering',
]

/** Of one folder, not counting tests: more are hard to search by eye. */
export const FILES_MAX = 40

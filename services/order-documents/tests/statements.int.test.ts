import { testStatements } from '@takeoff/kit/testing/statement-violations'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'

/** Files with a statement without a condition on the organization, once for each, by the reason. */
const EXCEPTIONS = {
  'an operator verifies what is stored of all organizations': [
    'db/documents/verified-file-reads.ts',
    'db/documents/verified-file-reads.ts',
    'db/orders/ordered-list-reads.ts',
    'db/stated-types.ts',
  ],
  'an operator has the drafts of all organizations looked up after a restore': [
    'db/distribution/look-up-drafts.ts',
  ],
  'the development stack waits for the submissions of all organizations': [
    'db/distribution/pending-submissions.ts',
  ],
  'an operator seals the texts of all organizations anew': ['db/vendors/sealed-tokens.ts'],
  'a sequence continues behind the ids of development data': ['development-data.ts'],
  'a worker serves the distribution orders of all organizations, and names those that it has leased':
    [
      'db/distribution/begin-attempt.ts',
      'db/distribution/claim-distribution-orders.ts',
      'db/distribution/claim-distribution-orders.ts',
      'db/distribution/find-submission.ts',
      'db/distribution/lock-distribution-order.ts',
      'db/distribution/write-outcome.ts',
      'db/distribution/write-outcome.ts',
    ],
  'a worker finishes the documents of all organizations, and names its own attempt': [
    'db/documents/document-content-reads.ts',
    'db/documents/document-content-reads.ts',
    'db/documents/end-document.ts',
    'db/documents/end-document.ts',
    'db/documents/orphan-uploads.ts',
    'db/documents/orphan-uploads.ts',
    'db/documents/pending-documents.ts',
    'db/documents/pending-documents.ts',
    'db/documents/pending-documents.ts',
  ],
  'operators are shown the age of the oldest pending document of all organizations': [
    'db/documents/pending-documents.ts',
  ],
  'the signature of the request replaces the check of the organization': [
    'db/documents/file-reads.ts',
  ],
  'another service copies the vendors of all organizations': ['db/vendors/vendor-changes.ts'],
  'the order, or its distribution order, was read with the organization before': [
    'db/distribution/find-own-lines.ts',
    'db/distribution/request-cancellation.ts',
    'db/orders/order-state.ts',
    'db/orders/order-state.ts',
    'db/orders/order-state.ts',
    'db/orders/order-state.ts',
    'db/orders/order-state.ts',
    'db/orders/standing-lines.ts',
  ],
}

await testStatements('order-documents', { entities, migrations }, EXCEPTIONS)

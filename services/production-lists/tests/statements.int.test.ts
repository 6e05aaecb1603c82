import { testStatements } from '@takeoff/kit/testing/statement-violations'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'

/** Files with statements without a condition on the organization, one entry per statement, by the reason. */
const EXCEPTIONS = {
  'an operator verifies what is stored of all organizations': [
    'db/measurement-files/verify-measurement-files.ts',
    'db/stated-types.ts',
  ],
  'a sequence continues behind the ids of development data': ['development-data.ts'],
  'the job, list or template is new, or was locked with the organization before': [
    'db/jobs/save-measurements.ts',
    'db/lists/list-state-reads.ts',
    'db/lists/save-list.ts',
    'db/templates/save-lines.ts',
    'db/templates/save-lines.ts',
    'db/templates/save-lines.ts',
  ],
  'each row or key of the parameter names its organization': [
    'db/jobs/save-job.ts',
    'db/jobs/save-jobs.ts',
    'db/lists/save-list.ts',
    'db/measurement-files/save-measurement-file.ts',
    'db/prices/price-book-reads.ts',
    'db/prices/save-prices.ts',
    'db/templates/save-lines.ts',
    'db/vendors/save-vendor-copies.ts',
  ],
  'the time of the last reading belongs to no organization': ['db/vendors/save-vendor-copies.ts'],
  'an operator has the vendors of all organizations copied anew': [
    'db/vendors/save-vendor-copies.ts',
  ],
  'files of any organization that were not imported within a day are deleted': [
    'db/measurement-files/save-measurement-file.ts',
  ],
  'the product was locked with the organization before': ['db/templates/product-reads.ts'],
}

await testStatements('production-lists', { entities, migrations }, EXCEPTIONS)

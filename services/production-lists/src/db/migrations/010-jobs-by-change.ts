import { ConcurrentIndex } from '@takeoff/kit/postgres/concurrent-index'

/** The jobs of an organization in the order of their changes. */
export class JobsByChange extends ConcurrentIndex {
  protected override readonly index = 'job_org_id_updated_at_id_index'
  protected override readonly definition = 'on job (org_id, updated_at, id)'
}

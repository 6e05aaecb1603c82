import { defineEntity, p } from '@mikro-orm/core'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'
import type { ListDiff } from '../../domain/lists/list-diff.ts'
import { ProductionList } from './production-list.ts'

/** The kinds of changes of a list, as the API names them. */
export const revisionActions = [
  'created',
  'updated',
  'recomputed',
  'repriced',
  'sold',
  'unsold',
] as const
export type RevisionAction = (typeof revisionActions)[number]

/**
 * One version of a list: its author, its time and its changes. Written once: the database refuses to
 * change or delete it while the list exists.
 */
export const ProductionListRevisionSchema = defineEntity({
  name: 'ProductionListRevision',
  tableName: 'production_list_revision',
  filters: organizationFilter,
  properties: {
    list: () => p.manyToOne(ProductionList).primary().deleteRule('cascade'),
    version: p.integer().primary(),
    orgId: p.integer(),
    userId: p.integer(),
    action: p.string().length(20).$type<RevisionAction>(),
    diff: p.json<ListDiff>(),
    createdAt: p.datetime(3),
  },
  checks: [
    { name: 'production_list_revision_version_check', expression: 'version >= 1' },
    {
      name: 'production_list_revision_action_check',
      expression: `action in (${revisionActions.map((action) => `'${action}'`).join(', ')})`,
    },
  ],
  triggers: [
    {
      name: 'is_immutable',
      timing: 'before',
      events: ['update', 'delete'],
      // When a list is deleted, its row is deleted before the cascade reaches its revisions.
      body: `if tg_op = 'DELETE' then
        if not exists (select from production_list where id = old.list_id) then return old; end if;
      end if;
      raise exception 'revisions of a production list are never changed or deleted';`,
    },
  ],
})

export class ProductionListRevision extends ProductionListRevisionSchema.class {}
ProductionListRevisionSchema.setClass(ProductionListRevision)

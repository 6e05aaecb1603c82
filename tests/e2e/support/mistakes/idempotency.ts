import { call } from './mistake.ts'
import type { Mistake, MistakenRequest, Stage } from './mistake.ts'

const create = ({ scene }: Stage, name: string, key: string): MistakenRequest => ({
  ...call('projectManagementProductionListCreate', {
    jobId: scene.jobId,
    templateIds: [scene.templateId],
    name,
  }),
  headers: { 'idempotency-key': key },
})

/** Mistakes with the header `Idempotency-Key`. */
export const idempotency: readonly Mistake[] = [
  {
    what: 'A key again with other arguments',
    request: async (stage) => {
      const key = `mistaken ${stage.scene.marker}`
      await stage.prepare(create(stage, 'First', key))
      return create(stage, 'Second', key)
    },
    status: 200,
    code: 'IDEMPOTENCY_CONFLICT',
    message:
      'This Idempotency-Key was used for projectManagementProductionListCreate with other arguments within the last 24 hours. Use a new key.',
  },
  {
    what: 'A key again with another mutation',
    request: async (stage) => {
      const key = `other ${stage.scene.marker}`
      await stage.prepare(create(stage, 'First', key))
      const variables = {
        orgId: stage.scene.orgId,
        name: 'Main Street 1',
        externalIdentifier: 'J-7',
      }
      return { ...call('jobUpsert', variables), headers: { 'idempotency-key': key } }
    },
    status: 200,
    code: 'IDEMPOTENCY_CONFLICT',
    message:
      'This Idempotency-Key was used for projectManagementProductionListCreate within the last 24 hours. Use a new key for jobUpsert.',
  },
  {
    what: 'An empty key',
    request: (stage) => create(stage, 'Roof', ''),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'Idempotency-Key',
    message: 'Idempotency-Key must have 1 to 255 characters.',
  },
  {
    what: 'A key that is too long',
    request: (stage) => create(stage, 'Roof', 'k'.repeat(300)),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'Idempotency-Key',
    message: 'Idempotency-Key must have 1 to 255 characters.',
  },
]

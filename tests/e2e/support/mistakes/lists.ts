import { call } from './mistake.ts'
import type { Mistake, MistakenRequest, Stage } from './mistake.ts'

const create =
  (variables: (stage: Stage) => object) =>
  (stage: Stage): MistakenRequest => {
    const { jobId, templateId } = stage.scene
    const valid = { jobId, templateIds: [templateId] }
    return call('projectManagementProductionListCreate', { ...valid, ...variables(stage) })
  }

const update =
  (variables: (stage: Stage) => object) =>
  (stage: Stage): MistakenRequest =>
    call('projectManagementProductionListUpdate', { id: stage.scene.list.id, ...variables(stage) })

const change = (values: object) =>
  update(({ scene }) => ({ listItems: [{ id: scene.list.itemIds[0], ...values }] }))

const add = (values: object) =>
  update(() => ({
    addListItems: [{ name: 'Vent', quantityUnits: 'EACH', unitCost: 12, ...values }],
  }))

/** Mistakes when a list is created. */
export const newLists: readonly Mistake[] = [
  {
    what: 'A job that does not exist',
    request: create(() => ({ jobId: 2_147_483_647 })),
    status: 200,
    code: 'NOT_FOUND',
    argument: 'jobId',
    message: 'There is no job 2147483647 in your organizations. Give the id of a job.',
  },
  {
    what: 'No templates',
    request: create(() => ({ templateIds: [] })),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'templateIds',
    message: 'templateIds must name at least one template.',
  },
  {
    what: '51 templates',
    request: create(() => ({ templateIds: Array.from({ length: 51 }, (_, index) => index + 1) })),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'templateIds',
    message: 'templateIds must have at most 50 ids.',
  },
  {
    what: 'A template twice',
    request: create(({ scene }) => ({ templateIds: [scene.templateId, scene.templateId] })),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'templateIds[1]',
    message: 'templateIds[1] names … a second time. Name it once.',
  },
  {
    what: 'A template of another organization',
    request: create(({ other }) => ({ templateIds: [other.templateId] })),
    status: 200,
    code: 'NOT_FOUND',
    argument: 'templateIds',
    message: "The job's organization has no templates …. Give ids of its templates.",
  },
  {
    what: 'An archived template',
    request: async (stage) => {
      const { templateId: id } = stage.scene
      const copy = await stage.prepare(call('templateCopy', { id, name: `Copy of ${id}` }))
      const { template } = copy['templateCopy'] as { template: { id: number } }
      await stage.prepare(call('templateArchive', { id: template.id }))
      return create(() => ({ templateIds: [template.id] }))(stage)
    },
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'templateIds',
    message: 'Templates … are archived and make no new lists. Restore them, or choose others.',
  },
  {
    what: 'A name that is too long',
    request: create(() => ({ name: 'x'.repeat(251) })),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'name',
    message: 'name must have at most 250 characters; it has 251.',
  },
  {
    what: 'A name of spaces',
    request: create(() => ({ name: '  ' })),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'name',
    message: 'name must not be blank.',
  },
]

/** Mistakes when a list is changed. */
export const changedLists: readonly Mistake[] = [
  {
    what: 'A version that is not the latest',
    request: update(() => ({ name: 'Roof', version: 99 })),
    status: 200,
    code: 'CONFLICT',
    message: 'Production list … is at version 1, not 99. Read it again and repeat the change.',
  },
  {
    what: 'An item of another list',
    request: update(({ other }) => ({ listItems: [{ id: other.list.itemIds[0], quantity: 1 }] })),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'listItems[0].id',
    message: 'Production list … has no item …. Give the id of one of its items.',
  },
  {
    what: 'An item twice',
    request: update(({ scene }) => ({
      listItems: [
        { id: scene.list.itemIds[0], quantity: 1 },
        { id: scene.list.itemIds[0], color: 'Gray' },
      ],
    })),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'listItems[1].id',
    message: 'listItems[1].id names … a second time. Name it once.',
  },
  {
    what: 'An item that is changed and removed',
    request: update(({ scene }) => ({
      listItems: [{ id: scene.list.itemIds[0], quantity: 1 }],
      removeListItemIds: [scene.list.itemIds[0]],
    })),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'listItems[0].id',
    message: 'Item … is changed and removed at once. Change it or remove it.',
  },
  {
    what: 'A negative quantity',
    request: change({ quantity: -1 }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'listItems[0].quantity',
    message: 'listItems[0].quantity must be from 0 to 1000000.',
  },
  {
    what: 'A quantity with six decimals',
    request: change({ quantity: 0.123456 }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'listItems[0].quantity',
    message: 'listItems[0].quantity must have at most 5 decimals.',
  },
  {
    what: 'A waste factor in per cent',
    request: change({ wasteFactor: 10 }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'listItems[0].wasteFactor',
    message: 'listItems[0].wasteFactor must be from 0 to 1.',
  },
  {
    what: 'A negative cost',
    request: change({ unitCost: -1 }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'listItems[0].unitCost',
    message: 'listItems[0].unitCost must be from 0 to 1000000.',
  },
  {
    what: 'A vendor of another organization',
    request: update(({ scene, other }) => ({
      listItems: [{ id: scene.list.itemIds[0], vendorId: other.vendorId }],
    })),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'listItems[0].vendorId',
    message: 'Organization … has no vendor …. Give the id of one of its vendors.',
  },
  {
    what: '1001 items in one request',
    request: update(() => ({
      listItems: Array.from({ length: 1001 }, (_, id) => ({ id: id + 1, quantity: 1 })),
    })),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'listItems',
    message: 'listItems must have at most 1000 items.',
  },
  {
    what: 'An added item without a quantity',
    request: add({}),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'addListItems[0].quantity',
    message: 'addListItems[0].quantity or measurement must be given.',
  },
  {
    what: 'An added item of an unknown type',
    request: add({ quantity: 1, type: 'Material' }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'addListItems[0].type',
    message: 'addListItems[0].type must be one of MATERIAL, LABOR, OTHER.',
  },
  {
    what: 'A discount that is negative',
    request: update(() => ({ totalDiscount: -5 })),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'totalDiscount',
    message: 'totalDiscount must be from 0 to 1000000000000.',
  },
  {
    what: 'A discount larger than the total',
    request: update(() => ({ totalDiscount: 10_000_000 })),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'totalDiscount',
    message:
      "The list's discount of 10000000 would be more than the prices of its items. Lower its totalDiscount, too.",
  },
  {
    what: 'A recomputation without its preview',
    request: ({ scene }) =>
      call('projectManagementProductionListRecompute', { id: scene.list.id, digest: 'latest' }),
    status: 200,
    code: 'CONFLICT',
    message:
      'A recompute of production list … no longer changes what the preview said. Preview it again.',
  },
]

import { integerIdCursor } from '@takeoff/kit/graphql/cursor'
import type { Operation } from './operations.ts'
import type { Scene } from './scene.ts'

const FORBIDDEN = { code: 'FORBIDDEN' }
const NOT_FOUND = { code: 'NOT_FOUND' }
const BAD_USER_INPUT = { code: 'BAD_USER_INPUT' }
const NOTHING = (): null => null

const templateQueries = {
  template: {
    variables: ({ templateId }) => ({ id: templateId }),
    scopes: ['lists:read'],
    intrusions: [
      {
        what: 'its template',
        variables: (_own, { templateId }) => ({ id: templateId }),
        answer: NOTHING,
      },
    ],
  },
  templates: {
    variables: ({ orgId }) => ({ orgId }),
    scopes: ['lists:read'],
    intrusions: [
      { what: 'it', variables: (_own, { orgId }) => ({ orgId }), answer: FORBIDDEN },
      {
        what: 'a cursor of its templates',
        variables: ({ orgId }, { templateId }) => ({
          orgId,
          after: integerIdCursor('templates').format({ id: templateId }),
        }),
        answer: (own) => ({ nodes: [{ id: own.templateId }] }),
      },
    ],
  },
  products: {
    variables: ({ orgId }) => ({ orgId }),
    scopes: ['lists:read'],
    intrusions: [{ what: 'it', variables: (_own, { orgId }) => ({ orgId }), answer: FORBIDDEN }],
  },
  organizationDefaults: {
    variables: ({ orgId }) => ({ orgId }),
    scopes: ['lists:read'],
    intrusions: [{ what: 'it', variables: (_own, { orgId }) => ({ orgId }), answer: FORBIDDEN }],
  },
  measures: { variables: () => ({}), scopes: ['lists:read'], intrusions: [] },
} satisfies Record<string, Operation>

const templateMutations = {
  templateCreate: {
    variables: ({ orgId, marker, list, vendorId }) => ({
      orgId,
      template: templateOf(`${marker} Roof`, { list, vendorId }),
    }),
    scopes: ['lists:write'],
    intrusions: [
      {
        what: 'it',
        variables: ({ list, vendorId }, { orgId }) => ({
          orgId,
          template: templateOf('taken', { list, vendorId }),
        }),
        answer: FORBIDDEN,
      },
      {
        what: 'its vendor',
        variables: ({ orgId, list }, { vendorId }) => ({
          orgId,
          template: templateOf('taken', { list, vendorId }),
        }),
        answer: BAD_USER_INPUT,
      },
    ],
  },
  templateUpdate: {
    variables: ({ templateId, marker, list, vendorId }) => ({
      id: templateId,
      template: templateOf(`${marker} Steep Roof`, { list, vendorId }),
    }),
    scopes: ['lists:write'],
    intrusions: [
      {
        what: 'its template',
        variables: ({ list, vendorId }, { templateId }) => ({
          id: templateId,
          template: templateOf('taken', { list, vendorId }),
        }),
        answer: NOT_FOUND,
      },
      {
        what: 'its template and vendor',
        variables: ({ list }, { templateId, vendorId }) => ({
          id: templateId,
          template: templateOf('taken', { list, vendorId }),
        }),
        answer: NOT_FOUND,
      },
    ],
  },
  templateCopy: {
    variables: ({ templateId, marker }) => ({ id: templateId, name: `${marker} Copy` }),
    scopes: ['lists:write'],
    intrusions: [
      {
        what: 'its template',
        variables: (_own, { templateId }) => ({ id: templateId, name: 'taken' }),
        answer: NOT_FOUND,
      },
    ],
  },
  templateArchive: {
    variables: ({ templateId }) => ({ id: templateId }),
    scopes: ['lists:write'],
    intrusions: [
      {
        what: 'its template',
        variables: (_own, { templateId }) => ({ id: templateId }),
        answer: NOT_FOUND,
      },
    ],
  },
  templateRestore: {
    variables: ({ templateId }) => ({ id: templateId }),
    scopes: ['lists:write'],
    intrusions: [
      {
        what: 'its template',
        variables: (_own, { templateId }) => ({ id: templateId }),
        answer: NOT_FOUND,
      },
    ],
  },
  productUpsert: {
    variables: ({ orgId, marker }) => ({ orgId, product: { name: `${marker} Shingles` } }),
    scopes: ['lists:write'],
    intrusions: [
      {
        what: 'it',
        variables: (_own, { orgId }) => ({ orgId, product: { name: 'taken' } }),
        answer: FORBIDDEN,
      },
    ],
  },
  organizationDefaultsUpdate: {
    variables: ({ orgId }) => ({ orgId, wasteFactor: 0.1 }),
    scopes: ['lists:write'],
    intrusions: [
      {
        what: 'it',
        variables: (_own, { orgId }) => ({ orgId, wasteFactor: 1 }),
        answer: FORBIDDEN,
      },
    ],
  },
} satisfies Record<string, Operation>

/** A template of as many lines as the list has items. */
function templateOf(name: string, { list, vendorId }: Pick<Scene, 'list' | 'vendorId'>): object {
  const line = {
    name: `${name} line`,
    listItemGroupName: name,
    type: 'MATERIAL',
    measure: [{ measure: 'roof_area' }],
    measurementUnits: 'squares',
    coverage: 0.328,
    quantityUnits: 'BUNDLES',
    vendorId,
  }
  return { name, tradeType: 'ROOF', lines: list.itemIds.map(() => line) }
}

/** Templates, products and what else a template editor calls. */
export const templateOperations: Readonly<Record<string, Operation>> = {
  ...templateQueries,
  ...templateMutations,
}

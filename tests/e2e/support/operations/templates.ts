import { integerIdCursor } from '@takeoff/kit/graphql/cursor'
import {
  BAD_USER_INPUT,
  FORBIDDEN,
  NOTHING,
  NOT_FOUND,
  NO_NODES,
  withForeignIds,
} from './operation.ts'
import type { Operation } from './operation.ts'
import type { Scene } from '../scene.ts'

const templateQueries = {
  template: withForeignIds('its template', ({ templateId }) => ({ id: templateId }), NOTHING),
  templates: {
    variables: ({ orgId }) => ({ orgId }),
    intrusions: [
      { what: 'it', variables: (_own, { orgId }) => ({ orgId }), expected: FORBIDDEN },
      {
        what: 'a cursor of its templates',
        variables: ({ orgId }, { templateId }) => ({
          orgId,
          after: integerIdCursor('templates').format({ id: templateId }),
        }),
        expected: (own) => ({ nodes: [{ id: own.templateId }] }),
      },
      {
        what: 'words of its templates',
        variables: ({ orgId }, { marker }) => ({ orgId, search: marker }),
        expected: NO_NODES,
      },
    ],
  },
  products: {
    variables: ({ orgId }) => ({ orgId }),
    intrusions: [
      { what: 'it', variables: (_own, { orgId }) => ({ orgId }), expected: FORBIDDEN },
      {
        what: 'words of its products',
        variables: ({ orgId }, { marker }) => ({ orgId, search: marker }),
        expected: NO_NODES,
      },
    ],
  },
  organizationDefaults: withForeignIds('it', ({ orgId }) => ({ orgId }), FORBIDDEN),
  measures: { variables: () => ({}), intrusions: [] },
} satisfies Record<string, Operation>

const templateMutations = {
  templateCreate: {
    variables: ({ orgId, marker, list, vendorId }) => ({
      orgId,
      template: templateOf(`${marker} Roof`, { list, vendorId }),
    }),
    intrusions: [
      {
        what: 'it',
        variables: ({ list, vendorId }, { orgId }) => ({
          orgId,
          template: templateOf('taken', { list, vendorId }),
        }),
        expected: FORBIDDEN,
      },
      {
        what: 'its vendor',
        variables: ({ orgId, list }, { vendorId }) => ({
          orgId,
          template: templateOf('taken', { list, vendorId }),
        }),
        expected: BAD_USER_INPUT,
      },
    ],
  },
  templateUpdate: {
    variables: ({ templateId, marker, list, vendorId }) => ({
      id: templateId,
      template: templateOf(`${marker} Steep Roof`, { list, vendorId }),
    }),
    intrusions: [
      {
        what: 'its template',
        variables: ({ list, vendorId }, { templateId }) => ({
          id: templateId,
          template: templateOf('taken', { list, vendorId }),
        }),
        expected: NOT_FOUND,
      },
      {
        what: 'its template and vendor',
        variables: ({ list }, { templateId, vendorId }) => ({
          id: templateId,
          template: templateOf('taken', { list, vendorId }),
        }),
        expected: NOT_FOUND,
      },
    ],
  },
  templateCopy: {
    variables: ({ templateId, marker }) => ({ id: templateId, name: `${marker} Copy` }),
    intrusions: [
      {
        what: 'its template',
        variables: (_own, { templateId }) => ({ id: templateId, name: 'taken' }),
        expected: NOT_FOUND,
      },
    ],
  },
  templateArchive: withForeignIds(
    'its template',
    ({ templateId }) => ({ id: templateId }),
    NOT_FOUND,
  ),
  templateRestore: withForeignIds(
    'its template',
    ({ templateId }) => ({ id: templateId }),
    NOT_FOUND,
  ),
  productUpsert: {
    variables: ({ orgId, marker }) => ({ orgId, product: { name: `${marker} Shingles` } }),
    intrusions: [
      {
        what: 'its product',
        variables: ({ orgId, marker }, { productId }) => ({
          orgId,
          id: productId,
          product: { name: `${marker} Shingles` },
        }),
        expected: NOT_FOUND,
      },
      {
        what: 'it',
        variables: (_own, { orgId }) => ({ orgId, product: { name: 'taken' } }),
        expected: FORBIDDEN,
      },
    ],
  },
  organizationDefaultsUpdate: {
    variables: ({ orgId }) => ({ orgId, wasteFactor: 0.1 }),
    intrusions: [
      {
        what: 'it',
        variables: (_own, { orgId }) => ({ orgId, wasteFactor: 1 }),
        expected: FORBIDDEN,
      },
    ],
  },
} satisfies Record<string, Operation>

/** A template with a line for each item of the list. */
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

/** Operations on templates, products and other data of a template editor. */
export const templateOperations: Readonly<Record<string, Operation>> = {
  ...templateQueries,
  ...templateMutations,
}

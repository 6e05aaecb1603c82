import { flag, integer } from '@takeoff/kit/service/config'

/** The default of `COST_LIST_SIZE`, with which the reference of the documentation computes costs. */
export const LIST_SIZE_DEFAULT = 10

/** Variables of the cost limits. */
export const costVariables = {
  costMax: integer('COST_MAX', {
    default: 250_000,
    min: 1,
    about: 'Maximum points that an operation may cost by its estimate; about one for each object.',
  }),
  costListSize: integer('COST_LIST_SIZE', {
    default: LIST_SIZE_DEFAULT,
    about: 'Elements assumed of a list of which the supergraph says nothing by `@listSize`.',
  }),
  costExtension: flag('COST_EXTENSION', {
    default: true,
    about: 'Report in `extensions.cost` of every response what was requested and what it cost.',
  }),
}

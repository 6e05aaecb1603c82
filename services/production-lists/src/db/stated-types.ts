import { stateColumns, statesSql } from '@takeoff/kit/verification/states-sql'
import type { StatedType } from '@takeoff/kit/verification/states-sql'
import { plainStatement } from './statements.ts'

const LISTS = { table: 'production_list', sequence: 'version' }

/** What `verify --write` writes: an event of a list has the list's version as its sequence. */
export const statedTypes: readonly StatedType[] = [
  {
    type: 'production-list',
    ...LISTS,
    select: plainStatement(stateColumns, () => statesSql('production-list', LISTS)),
  },
]

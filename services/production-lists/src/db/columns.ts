import { renameKeys } from '@takeoff/kit/values/rename-keys'

/** The column of each field. */
export type Columns = Readonly<Record<string, string>>

type ByColumn<Fields, C extends Columns> = {
  readonly [Field in keyof C & keyof Fields as C[Field]]: Fields[Field]
}

/** The fields, or their parameters, as a statement writes them: each under the name of its column. */
export function byColumn<Fields extends object, C extends Columns>(
  fields: Fields,
  columns: C,
): ByColumn<Fields, C> {
  const names = Object.entries(columns) as [keyof Fields & string, string][]
  return renameKeys(fields, names) as ByColumn<Fields, C>
}

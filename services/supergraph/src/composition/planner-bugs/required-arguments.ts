import { isInterfaceType } from '@apollo/federation-internals'
import type { Field, Schema, Supergraph } from '@apollo/federation-internals'
import type { PlannerBug } from '../findings.ts'
import { fieldsTypeOf, requirementsOf } from './requirements.ts'
import type { Requirement } from './requirements.ts'

/** A field that `@requires` selects. */
interface Required {
  readonly requirement: Requirement
  readonly field: Field
  readonly coordinate: string
  /** The arguments as text that can be compared. */
  readonly args: string
}

/**
 * The planner fetches required fields under their own names. When the same field is selected with other arguments, by
 * the client or by another `@requires`, it fetches one of both and uses the value for both.
 */
export function requiredArguments(supergraph: Supergraph): PlannerBug[] {
  const api = supergraph.apiSchema()
  const required = [...supergraph.subgraphs().values()].flatMap(requirementsOf).flatMap(fieldsOf)
  return Map.groupBy(required, ({ coordinate }) => coordinate)
    .values()
    .flatMap((same) => same.flatMap((one) => bugsOf(one, same, api)))
    .toArray()
}

function fieldsOf(requirement: Requirement): Required[] {
  const fields: Required[] = []
  requirement.selection.forEachElement((field) => {
    if (field.kind !== 'Field') return
    const coordinate = `${field.parentType.name}.${field.name}`
    const byName = Object.entries(field.args ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const args = JSON.stringify(byName)
    fields.push({ requirement, field, coordinate, args })
  })
  return fields
}

function bugsOf(one: Required, same: readonly Required[], api: Schema): PlannerBug[] {
  const { requirement, field } = one
  const { subgraph } = requirement
  const type = field.parentType.name
  const start = `[${subgraph.name}] ${requirement.field.coordinate}: @requires selects ${field.toString()} of ${type}, which`
  const remedy = `Add a field without arguments to ${type} (@inaccessible, if clients must not see it), and require that one.`
  if (clientsVary(one, api)) {
    const message =
      `${start} clients can select with other arguments. The planner fetches only one of both, and responses have the ` +
      `wrong value for the other. ${remedy}`
    return [{ code: 'REQUIRES_CLIENT_ARGUMENTS', message }]
  }
  const other = same.find(({ args }) => args !== one.args)
  if (other === undefined) return []
  const { requirement: its } = other
  const message =
    `${start} ${its.field.coordinate} in "${its.subgraph.name}" requires as ${other.field.toString()}. The planner ` +
    `fetches only one of both, and the other field is computed with the wrong value. ${remedy}`
  return [{ code: 'REQUIRES_OTHER_ARGUMENTS', message }]
}

/** Whether clients can select the field with other arguments than these. */
function clientsVary({ field, args }: Required, api: Schema): boolean {
  const type = fieldsTypeOf(api, field.parentType.name)
  if (type === undefined) return false
  const types = isInterfaceType(type) ? [type, ...type.possibleRuntimeTypes()] : [type]
  return types.some((one) => {
    const seen = one.field(field.name)
    return seen !== undefined && (seen.hasArguments() || args !== '[]')
  })
}

import { baseType, isInterfaceType } from '@apollo/federation-internals'
import type { Subgraph, Supergraph } from '@apollo/federation-internals'
import type { PlannerBug } from '../findings.ts'
import { fieldsTypeOf } from './requirements.ts'

/**
 * In a subgraph that knows a type as an interface, the planner continues with the object types that implement it.
 * When there are none, it leaves a field of the interface object out of the plan.
 */
export function interfaceObjectsWithoutObjects(supergraph: Supergraph): PlannerBug[] {
  const subgraphs = [...supergraph.subgraphs().values()]
  const api = supergraph.apiSchema()
  return supergraph.schema
    .interfaceTypes()
    .filter((type) => type.possibleRuntimeTypes().length === 0)
    .flatMap(({ name }) => {
      const starts = subgraphs.filter((subgraph) => returnsInterface(subgraph, name))
      return subgraphs.flatMap((subgraph) =>
        fieldsOfInterfaceObject(subgraph, name)
          .filter((field) => fieldsTypeOf(api, name)?.field(field))
          .flatMap((field) => {
            const start = starts.find(({ schema }) => !fieldsTypeOf(schema, name)?.field(field))
            return start === undefined ? [] : [bugOf(subgraph, `${name}.${field}`, start)]
          }),
      )
    })
}

function bugOf(subgraph: Subgraph, coordinate: string, start: Subgraph): PlannerBug {
  const [name] = coordinate.split('.')
  const message =
    `[${subgraph.name}] ${coordinate}: no object type implements the interface ${name}, which subgraph "${start.name}" ` +
    `returns. The planner then leaves this field out of the plan, and responses are null without an error. Define an ` +
    `object type that implements ${name} in "${start.name}", or return ${name} from subgraphs with @interfaceObject only.`
  return { code: 'INTERFACE_OBJECT_WITHOUT_OBJECTS', message }
}

function fieldsOfInterfaceObject(subgraph: Subgraph, name: string): string[] {
  const type = subgraph.schema.type(name)
  const metadata = subgraph.metadata()
  if (type === undefined || !metadata.isInterfaceObjectType(type)) return []
  return type
    .fields()
    .filter((field) => !metadata.isFieldExternal(field))
    .map((field) => field.name)
}

/** Whether a field returns this interface, or one that it implements. */
function returnsInterface({ schema }: Subgraph, name: string): boolean {
  const type = schema.type(name)
  if (type === undefined || !isInterfaceType(type)) return false
  const names = new Set([name, ...type.interfaces().map((one) => one.name)])
  return [...schema.objectTypes(), ...schema.interfaceTypes()]
    .flatMap((parent) => [...parent.fields()])
    .some((field) => field.type !== undefined && names.has(baseType(field.type).name))
}

import type { Sql } from '../postgres/sql.ts'

/** A node of a plan, with its measurements from the execution. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Parent Relationship'?: string
  readonly 'Index Name'?: string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Heap Fetches'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Runs a statement and returns every node of its plan, the outermost first; without those that read a setting once. */
export async function planOf(
  sql: Pick<Sql, 'query'>,
  text: string,
  params: readonly unknown[],
): Promise<PlanNode[]> {
  const [row] = await sql.query<{ readonly 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
    `explain (analyze, format json) ${text}`,
    params,
  )
  return (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => withInner(Plan))
}

function withInner(node: PlanNode): PlanNode[] {
  if (node['Parent Relationship'] === 'InitPlan' && node['Node Type'] === 'Result') return []
  return [node, ...(node.Plans ?? []).flatMap(withInner)]
}

export function typesOf(nodes: readonly PlanNode[]): string[] {
  return nodes.map((node) => node['Node Type'])
}

import type { PlanNode, QueryPlan } from '@apollo/query-planner'
import { compileFetch } from './fetch.ts'
import type { Execute, Run } from './fetch.ts'
import type { JsonObject } from './json.ts'
import { objectsAt } from './places.ts'
import type { PlanPath } from './places.ts'
import type { IsOfType } from './types.ts'

/** A plan has a node that is not compiled: the stock executor knows it. */
export class UnknownPlanError extends Error {}

export interface PlanContext {
  readonly isOfType: IsOfType
  /** Values of variables that have a default and are not sent. */
  readonly defaults: JsonObject
}

/** @throws UnknownPlanError */
export function compilePlan(
  { node }: QueryPlan,
  context: PlanContext,
): (run: Run) => Promise<void> {
  if (node === undefined) return () => Promise.resolve()
  if (node.kind === 'Subscription') throw new UnknownPlanError(node.kind)
  const execute = compileNode(node, [], context)
  return (run) => execute(run, [run.data])
}

function compileNode(node: PlanNode, path: PlanPath, context: PlanContext): Execute {
  switch (node.kind) {
    case 'Fetch':
      if (node.contextRewrites !== undefined) throw new UnknownPlanError('contextRewrites')
      return compileFetch(node, path, context.isOfType)
    case 'Flatten': {
      const below = [...path, ...node.path]
      const execute = compileNode(node.node, below, context)
      return (run) => execute(run, objectsAt(run.data, below))
    }
    case 'Sequence': {
      const steps = node.nodes.map((one) => compileNode(one, path, context))
      return async (run, objects) => {
        for (const step of steps) await step(run, objects)
      }
    }
    case 'Parallel': {
      const branches = node.nodes.map((one) => compileNode(one, path, context))
      return async (run, objects) =>
        void (await Promise.all(branches.map((branch) => branch(run, objects))))
    }
    case 'Condition':
      return compileCondition(node, path, context)
    case 'Defer':
      throw new UnknownPlanError(node.kind)
  }
}

function compileCondition(
  { condition, ifClause, elseClause }: Extract<PlanNode, { kind: 'Condition' }>,
  path: PlanPath,
  context: PlanContext,
): Execute {
  const yes = ifClause && compileNode(ifClause, path, context)
  const no = elseClause && compileNode(elseClause, path, context)
  return async (run, objects) => {
    const value = run.variables[condition] ?? context.defaults[condition]
    await (value === true ? yes : no)?.(run, objects)
  }
}

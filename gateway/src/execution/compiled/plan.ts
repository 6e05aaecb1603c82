import type { PlanNode, QueryPlan } from '@apollo/query-planner'
import { compileFetch } from './fetch.ts'
import type { Execute, Run } from './fetch.ts'
import { objectsAt } from './places.ts'
import type { PlanPath } from './places.ts'
import type { IsOfType } from './types.ts'

/** A plan has a node that is not compiled: the stock executor knows it. */
export class UnknownPlanError extends Error {}

/** @throws UnknownPlanError */
export function compilePlan({ node }: QueryPlan, isOfType: IsOfType): (run: Run) => Promise<void> {
  if (node === undefined) return () => Promise.resolve()
  if (node.kind === 'Subscription') throw new UnknownPlanError(node.kind)
  const execute = compileNode(node, [], isOfType)
  return (run) => execute(run, [run.data])
}

/** Whether some of its fetches are under way together. */
export function asksAtOnce({ node }: QueryPlan): boolean {
  return node !== undefined && hasParallel(node)
}

function hasParallel(node: NonNullable<QueryPlan['node']>): boolean {
  switch (node.kind) {
    case 'Fetch':
      return false
    case 'Flatten':
      return hasParallel(node.node)
    case 'Sequence':
      return node.nodes.some(hasParallel)
    case 'Condition':
      return [node.ifClause, node.elseClause].some((clause) => clause && hasParallel(clause))
    default:
      return true
  }
}

function compileNode(node: PlanNode, path: PlanPath, isOfType: IsOfType): Execute {
  switch (node.kind) {
    case 'Fetch':
      if (node.contextRewrites !== undefined) throw new UnknownPlanError('contextRewrites')
      return compileFetch(node, path, isOfType)
    case 'Flatten': {
      const below = [...path, ...node.path]
      const execute = compileNode(node.node, below, isOfType)
      return (run) => execute(run, objectsAt(run.data, below))
    }
    case 'Sequence': {
      const steps = node.nodes.map((one) => compileNode(one, path, isOfType))
      return async (run, objects) => {
        for (const step of steps) await step(run, objects)
      }
    }
    case 'Parallel': {
      const branches = node.nodes.map((one) => compileNode(one, path, isOfType))
      return async (run, objects) =>
        void (await Promise.all(branches.map((branch) => branch(run, objects))))
    }
    case 'Condition':
      return compileCondition(node, path, isOfType)
    case 'Defer':
      throw new UnknownPlanError(node.kind)
  }
}

function compileCondition(
  { condition, ifClause, elseClause }: Extract<PlanNode, { kind: 'Condition' }>,
  path: PlanPath,
  isOfType: IsOfType,
): Execute {
  const yes = ifClause && compileNode(ifClause, path, isOfType)
  const no = elseClause && compileNode(elseClause, path, isOfType)
  return async (run, objects) => await (run.decided[condition] ? yes : no)?.(run, objects)
}

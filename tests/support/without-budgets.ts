/** Without budgets: they would stop the bench, which sends as fast as it can. */
export const WITHOUT_BUDGETS = {
  BUDGET_ORGANIZATION_PER_SECOND: '0',
  BUDGET_TOKEN_PER_SECOND: '0',
}

/** One client that asks as fast as it can is what budgets are there to stop. */
export const WITHOUT_BUDGETS = {
  BUDGET_ORGANIZATION_PER_SECOND: '0',
  BUDGET_TOKEN_PER_SECOND: '0',
}

/** Turns the budgets off: they would stop a load that sends as fast as it can. */
export const WITHOUT_BUDGETS = {
  BUDGET_ORGANIZATION_PER_SECOND: '0',
  BUDGET_TOKEN_PER_SECOND: '0',
}

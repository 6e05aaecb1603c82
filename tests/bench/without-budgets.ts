/** Budgets exist to stop a client that sends as fast as it can, as the bench does. */
export const WITHOUT_BUDGETS = {
  BUDGET_ORGANIZATION_PER_SECOND: '0',
  BUDGET_TOKEN_PER_SECOND: '0',
}

import { describe, expect, it } from 'vitest'
import { normalStatus, stateOfStatus } from './provider-status.ts'

describe('normalStatus', () => {
  it.each([
    ['Pending', 'received', 'submitted'],
    ['Order Received', 'received', 'submitted'],
    ['PROCESSING', 'received', 'submitted'],
    ['Needs approval', 'needs_review', 'submitted'],
    [' en  route ', 'in_progress', 'acknowledged'],
    ['EnRoute', 'in_progress', 'acknowledged'],
    ['EN_ROUTE', 'in_progress', 'acknowledged'],
    ['Ready For Pick-Up', 'ready', 'acknowledged'],
    ['Partial', 'partial', 'acknowledged'],
    ['delivered', 'delivered', 'delivered'],
    ['Processed', 'invoiced', 'delivered'],
    ['Cancelled', 'cancelled', 'cancelled'],
  ])('%j is %s, which means %s', (raw, status, state) => {
    expect(normalStatus(raw)).toBe(status)
    expect(stateOfStatus(normalStatus(raw))).toBe(state)
  })

  it.each(['', 'Delivery', 'Process', 'constructor'])('%j has no meaning', (raw) => {
    expect(normalStatus(raw)).toBeNull()
    expect(stateOfStatus(normalStatus(raw))).toBeNull()
  })
})

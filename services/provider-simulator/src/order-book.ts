import { isOnTheWay, statusAfter, statusBehind } from './order-progress.ts'
import type { SubmittedOrder } from './submitted-order.ts'

export interface RejectedLine {
  readonly lineId: string
  readonly reason: string
}

/** An order as the provider returns it. */
export interface Receipt {
  readonly clientOrderId: string
  readonly confirmationNumber: string
  readonly status: string
  readonly rejectedLines: readonly RejectedLine[]
}

/** Of a whole order, as the provider returns it. */
export interface Refusal {
  readonly clientOrderId: string
  readonly confirmationNumber: null
  readonly status: 'Rejected'
  readonly reason: string
  readonly rejectedLines: readonly RejectedLine[]
}

/** Everything received under one client order id. */
export interface Tally {
  readonly provider: string
  readonly clientOrderId: string
  readonly accountNumber: string
  readonly purchaseOrderNumber: string | null
  /** Number of submissions. */
  readonly submitted: number
  /** Number of orders stored for them: more than one means that an order was duplicated. */
  readonly stored: number
  readonly orders: readonly Receipt[]
  /** The latest one. */
  readonly refusal: Refusal | undefined
}

export interface Settings {
  /** Whether a repeated submission returns the first order, as few providers do. */
  readonly deduplicates: boolean
  /** Time from one status to the next; 0: only on request. */
  readonly stepMs: number
}

/** A provider's orders, in memory. */
export interface OrderBook {
  change(settings: Partial<Settings>): void
  noteSubmission(provider: string, order: SubmittedOrder): void
  store(provider: string, order: SubmittedOrder, rejectedLines: readonly RejectedLine[]): Receipt
  /** Keeps the refusal of an order, which is not stored. */
  refuse(provider: string, order: SubmittedOrder, reason: string): Refusal
  find(provider: string, clientOrderId: string): Tally | undefined
  all(): Tally[]
  /** The reason why the order can no longer be cancelled, or undefined. */
  refusesCancel(provider: string, clientOrderId: string): string | undefined
  /** Sets the status; without `status`, moves to the next one. */
  move(provider: string, clientOrderId: string, status?: string): void
  clear(): void
}

interface StoredOrder {
  readonly confirmationNumber: string
  readonly storedAt: number
  readonly rejectedLines: readonly RejectedLine[]
  /** Set by hand, which ends the progress by time. */
  status: string | undefined
}

interface Entry {
  readonly provider: string
  readonly order: SubmittedOrder
  readonly stored: StoredOrder[]
  submitted: number
  refusal: Refusal | undefined
}

export function createOrderBook(initial: Settings, now: () => Date): OrderBook {
  const entries = createEntries()
  let settings = initial
  let lastNumber = 100_000
  const statusOf = ({ status, storedAt }: StoredOrder): string =>
    status ?? statusAfter(now().getTime() - storedAt, settings.stepMs)

  return {
    change(changes) {
      settings = { ...settings, ...changes }
    },
    noteSubmission(provider, order) {
      entries.obtain(provider, order).submitted += 1
    },
    store(provider, order, rejectedLines) {
      const entry = entries.obtain(provider, order)
      const [first] = entry.stored
      if (settings.deduplicates && first !== undefined) return receiptOf(entry, first, statusOf)
      lastNumber += 1
      const confirmationNumber = `S${lastNumber}`
      const storedAt = now().getTime()
      const stored = { confirmationNumber, storedAt, rejectedLines, status: undefined }
      entry.stored.push(stored)
      return receiptOf(entry, stored, statusOf)
    },
    refuse(provider, order, reason) {
      const { clientOrderId, lines } = order
      const rejectedLines = lines.map(({ lineId }) => ({ lineId, reason }))
      const refusal: Refusal = {
        clientOrderId,
        confirmationNumber: null,
        status: 'Rejected',
        reason,
        rejectedLines,
      }
      entries.obtain(provider, order).refusal = refusal
      return refusal
    },
    find(provider, clientOrderId) {
      const entry = entries.find(provider, clientOrderId)
      return entry === undefined ? undefined : tallyOf(entry, statusOf)
    },
    all: () => entries.all().map((entry) => tallyOf(entry, statusOf)),
    refusesCancel(provider, clientOrderId) {
      if (provider === 'qxo') return 'An order cannot be cancelled after it was submitted'
      const statuses = entries.find(provider, clientOrderId)?.stored.map(statusOf) ?? []
      const late = statuses.find(isOnTheWay)
      return late === undefined ? undefined : `The order is ${late}`
    },
    move(provider, clientOrderId, status) {
      for (const stored of entries.find(provider, clientOrderId)?.stored ?? []) {
        stored.status = status ?? statusBehind(statusOf(stored))
      }
    },
    clear() {
      entries.clear()
      settings = initial
    },
  }
}

function createEntries() {
  const entries = new Map<string, Entry>()
  const keyOf = (provider: string, clientOrderId: string): string =>
    `${provider}/${clientOrderId.toLowerCase()}`
  return {
    all: (): Entry[] => [...entries.values()],
    find: (provider: string, clientOrderId: string): Entry | undefined =>
      entries.get(keyOf(provider, clientOrderId)),
    obtain(provider: string, order: SubmittedOrder): Entry {
      const key = keyOf(provider, order.clientOrderId)
      const entry = entries.get(key) ?? {
        provider,
        order,
        stored: [],
        submitted: 0,
        refusal: undefined,
      }
      entries.set(key, entry)
      return entry
    },
    clear: (): void => entries.clear(),
  }
}

function tallyOf(entry: Entry, statusOf: (stored: StoredOrder) => string): Tally {
  const { provider, order, submitted, stored, refusal } = entry
  return {
    provider,
    clientOrderId: order.clientOrderId,
    accountNumber: order.accountNumber,
    purchaseOrderNumber: order.purchaseOrderNumber,
    submitted,
    stored: stored.length,
    orders: stored.map((one) => receiptOf(entry, one, statusOf)),
    refusal,
  }
}

function receiptOf(
  { order }: Entry,
  stored: StoredOrder,
  statusOf: (stored: StoredOrder) => string,
): Receipt {
  return {
    clientOrderId: order.clientOrderId,
    confirmationNumber: stored.confirmationNumber,
    status: statusOf(stored),
    rejectedLines: stored.rejectedLines,
  }
}

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

/** The orders of all providers, in memory. */
export class OrderBook {
  readonly #initial: Settings
  readonly #now: () => Date
  readonly #entries = new Map<string, Entry>()
  #settings: Settings
  #lastNumber = 100_000

  constructor(initial: Settings, now: () => Date) {
    this.#initial = initial
    this.#settings = initial
    this.#now = now
  }

  change(changes: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...changes }
  }

  noteSubmission(provider: string, order: SubmittedOrder): void {
    this.#obtain(provider, order).submitted += 1
  }

  store(provider: string, order: SubmittedOrder, rejectedLines: readonly RejectedLine[]): Receipt {
    const entry = this.#obtain(provider, order)
    const [first] = entry.stored
    if (this.#settings.deduplicates && first !== undefined) return this.#receiptOf(entry, first)
    this.#lastNumber += 1
    const confirmationNumber = `S${this.#lastNumber}`
    const storedAt = this.#now().getTime()
    const stored = { confirmationNumber, storedAt, rejectedLines, status: undefined }
    entry.stored.push(stored)
    return this.#receiptOf(entry, stored)
  }

  /** Keeps the refusal of an order, which is not stored. */
  refuse(provider: string, order: SubmittedOrder, reason: string): Refusal {
    const { clientOrderId, lines } = order
    const rejectedLines = lines.map(({ lineId }) => ({ lineId, reason }))
    const refusal: Refusal = {
      clientOrderId,
      confirmationNumber: null,
      status: 'Rejected',
      reason,
      rejectedLines,
    }
    this.#obtain(provider, order).refusal = refusal
    return refusal
  }

  find(provider: string, clientOrderId: string): Tally | undefined {
    const entry = this.#entries.get(keyOf(provider, clientOrderId))
    return entry && this.#tallyOf(entry)
  }

  all(): Tally[] {
    return Array.from(this.#entries.values(), (entry) => this.#tallyOf(entry))
  }

  /** The reason why the order can no longer be cancelled, or undefined. */
  refusesCancel(provider: string, clientOrderId: string): string | undefined {
    if (provider === 'qxo') return 'An order cannot be cancelled after it was submitted'
    const late = this.find(provider, clientOrderId)?.orders.find(({ status }) => isOnTheWay(status))
    return late && `The order is ${late.status}`
  }

  /** Sets the status; without `status`, moves to the next one. */
  move(provider: string, clientOrderId: string, status?: string): void {
    for (const stored of this.#entries.get(keyOf(provider, clientOrderId))?.stored ?? [])
      stored.status = status ?? statusBehind(this.#statusOf(stored))
  }

  clear(): void {
    this.#entries.clear()
    this.#settings = this.#initial
  }

  #obtain(provider: string, order: SubmittedOrder): Entry {
    const key = keyOf(provider, order.clientOrderId)
    const entry = this.#entries.get(key) ?? {
      provider,
      order,
      stored: [],
      submitted: 0,
      refusal: undefined,
    }
    this.#entries.set(key, entry)
    return entry
  }

  #tallyOf(entry: Entry): Tally {
    const { provider, order, submitted, stored, refusal } = entry
    return {
      provider,
      clientOrderId: order.clientOrderId,
      accountNumber: order.accountNumber,
      purchaseOrderNumber: order.purchaseOrderNumber,
      submitted,
      stored: stored.length,
      orders: stored.map((one) => this.#receiptOf(entry, one)),
      refusal,
    }
  }

  #receiptOf({ order }: Entry, stored: StoredOrder): Receipt {
    return {
      clientOrderId: order.clientOrderId,
      confirmationNumber: stored.confirmationNumber,
      status: this.#statusOf(stored),
      rejectedLines: stored.rejectedLines,
    }
  }

  #statusOf({ status, storedAt }: StoredOrder): string {
    return status ?? statusAfter(this.#now().getTime() - storedAt, this.#settings.stepMs)
  }
}

function keyOf(provider: string, clientOrderId: string): string {
  return `${provider}/${clientOrderId.toLowerCase()}`
}

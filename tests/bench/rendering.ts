import { renderPdf } from '@takeoff/order-documents/rendering/render-pdf'
import type { OrderDocumentModel } from '@takeoff/order-documents/rendering/document-model'
import type { Measured } from './load.ts'

/** Renders one model again and again on one core: the limit of any mutation that renders. */
export async function measureRendering(
  model: OrderDocumentModel,
  seconds: number,
): Promise<Measured> {
  for (let warmUp = 0; warmUp < 5; warmUp += 1) await renderPdf(model)
  const durations: number[] = []
  const startedAt = performance.now()
  while (performance.now() - startedAt < seconds * 1000) {
    const from = performance.now()
    await renderPdf(model)
    durations.push(performance.now() - from)
  }
  durations.sort((a, b) => a - b)
  const at = (share: number): number => durations[Math.floor(durations.length * share)] ?? 0
  return {
    perSecond: (durations.length * 1000) / (performance.now() - startedAt),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  }
}

import type { OrderDocumentModel } from '@takeoff/order-documents/rendering/document-model'
import { renderPdf } from '@takeoff/order-documents/rendering/pdf/render-pdf'
import { Renderer } from '@takeoff/order-documents/rendering-pool/renderer'
import { openedPerDocument, parsedOnce, pdfkitProgram } from './pdfkit-alone.ts'
import { shareOf } from './share-of.ts'

const WARM_UPS = 5

export interface RenderingRate {
  readonly name: string
  /** Documents per CPU second, which other processes on the machine do not affect. */
  readonly perCpuSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/**
 * Our rendering and pdfkit alone on the same content, alternating by document, so that the load of the machine
 * affects all of them equally.
 */
export async function measureRendering(
  model: OrderDocumentModel,
  seconds: number,
): Promise<RenderingRate[]> {
  await using renderer = new Renderer({ threads: 1, queueMax: 0, logger: console })
  const contenders = [
    contenderOf('ours: PDF', () => renderPdf(model)),
    contenderOf('ours: PDF and CSV, in a thread', () => renderer.render(1, model)),
    contenderOf('pdfkit alone, opens its fonts', pdfkitProgram(model, openedPerDocument())),
    contenderOf('pdfkit alone, fonts parsed once', pdfkitProgram(model, parsedOnce())),
  ]
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) {
    for (const contender of contenders) await contender.run()
  }
  for (const contender of contenders) contender.reset()
  const startedAt = performance.now()
  while (performance.now() - startedAt < seconds * 1000) {
    for (const contender of contenders) await contender.run()
  }
  return contenders.map((contender) => contender.rate())
}

function contenderOf(name: string, render: () => Promise<unknown>) {
  const durations: number[] = []
  let cpuMs = 0
  return {
    async run(): Promise<void> {
      const [cpu, from] = [process.cpuUsage(), performance.now()]
      await render()
      durations.push(performance.now() - from)
      const { user, system } = process.cpuUsage(cpu)
      cpuMs += (user + system) / 1000
    },
    reset(): void {
      durations.length = 0
      cpuMs = 0
    },
    rate: (): RenderingRate => ({
      name,
      perCpuSecond: (durations.length * 1000) / cpuMs,
      p50Ms: shareOf(durations, 0.5),
      p99Ms: shareOf(durations, 0.99),
    }),
  }
}

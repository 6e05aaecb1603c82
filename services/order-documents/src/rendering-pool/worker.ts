import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { Logo } from '../domain/brand/read-logo.ts'
import type { OrderDocumentModel } from '../rendering/document-model.ts'
import { logoSizeOf } from '../rendering/pdf/logo.ts'
import { renderCsv } from '../rendering/csv/render-csv.ts'
import { renderPdf } from '../rendering/pdf/render-pdf.ts'
import type { PictureSize } from '../rendering/layout/sheet.ts'
import { warmUpModels } from './warm-up-models.ts'

/** The tasks of a renderer thread, which caches code, parsed fonts and shaped words. */
export async function render(model: OrderDocumentModel): Promise<unknown> {
  const pdf = inOwnBuffer(await renderPdf(model))
  const csv = inOwnBuffer(renderCsv(model))
  return move({
    [transferableSymbol]: [pdf.buffer, csv.buffer],
    [valueSymbol]: { pdf, csv },
  })
}

/** Decodes a logo as documents do, which then find it in the cache. */
export function measureLogo(logo: Logo): PictureSize | null {
  return logoSizeOf(logo)
}

/** The first document of a thread takes 20 times as long as the next. */
export async function warmUp(): Promise<void> {
  for (const model of warmUpModels()) await render(model)
}

/** Node stores several short texts in one shared buffer, which cannot be transferred. */
function inOwnBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}

import type { InputViolation } from '@takeoff/contracts/text-violation'
import type { BrandLogo } from '../domain/brand/brand-request.ts'
import { logoSizeReason } from '../domain/brand/read-logo.ts'
import type { Logo } from '../domain/brand/read-logo.ts'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Renderer } from '../rendering-pool/renderer.ts'

interface OpenedLogo {
  /** Undefined keeps the logo; null removes it. */
  readonly logo?: Optional<BrandLogo>
  readonly violation?: InputViolation
}

/** Opens a logo in the renderer's threads, so that only logos that they can draw are stored. */
export async function openLogoFile(
  renderer: Pick<Renderer, 'measureLogo'>,
  orgId: number,
  file: Optional<Logo>,
): Promise<OpenedLogo> {
  if (file === undefined || file === null) return { logo: file }
  const size = await renderer.measureLogo(orgId, file)
  const reason =
    size === null
      ? `is not a whole ${file.type.toUpperCase()} file, or of a kind that documents cannot show; save it anew`
      : logoSizeReason(size)
  if (size !== null && reason === undefined) return { logo: { ...file, ...size } }
  return { violation: { argument: 'brand.logo', message: `brand.logo ${reason}.` } }
}

import { TakeoffError } from '@takeoff/client'
import { OWN_REQUEST } from './own-request.ts'
import { unreadableFile } from './unreadable-file.ts'

interface Problem {
  readonly code?: string
  readonly detail?: string
  readonly requestId?: string
  readonly argument?: string
}

/**
 * Uploads a file of a measuring tool.
 * @returns the id by which it is previewed and imported
 * @throws TakeoffError when it is refused, or the server cannot be reached
 */
export async function uploadMeasurementFile(
  orgId: number,
  file: File,
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(`/session/measurement-files?orgId=${orgId}`, {
    method: 'POST',
    headers: {
      ...OWN_REQUEST,
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    },
    body: file,
    signal,
  }).catch(async (cause: unknown) => {
    throw signal.aborted ? cause : await brokenUpload(file, cause)
  })
  const body: unknown = await response.json().catch(() => ({}))
  if (response.ok) return (body as { readonly id: string }).id
  throw refusedUpload(body as Problem, response.status)
}

/** Why an upload broke off: a browser reports a file that it cannot read as it does a lost connection. */
export async function brokenUpload(file: Blob, cause: unknown): Promise<TakeoffError> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch (reason) {
    return unreadableFile(reason)
  }
  return new TakeoffError({ code: 'NETWORK_ERROR', message: 'The upload broke off.', cause })
}

export function refusedUpload(
  { code = 'INVALID_RESPONSE', detail, requestId, argument }: Problem,
  status: number,
): TakeoffError {
  const message = detail ?? `The upload was refused (HTTP ${status}).`
  return new TakeoffError({ code, message, requestId, argument, status })
}

import type { SharedDevEnv } from './dev-env.ts'

/** A measurement file in our own form, with one figure. */
export function measurementFile(marker: string): string {
  return JSON.stringify({ roof: { valleys: { length: 85 } }, note: marker })
}

export interface NewMeasurementFile {
  readonly token: string
  readonly orgId: number
  readonly marker: string
}

/** Uploads the file. Returns its id. */
export async function uploadMeasurementFile(
  { urls }: SharedDevEnv,
  { token, orgId, marker }: NewMeasurementFile,
): Promise<string> {
  const response = await fetch(`${urls.gateway}/measurement-files?orgId=${orgId}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-disposition': `attachment; filename*=UTF-8''${marker}%20house.json`,
    },
    body: measurementFile(marker),
  })
  if (response.status !== 201) throw new Error(await response.text())
  return ((await response.json()) as { readonly id: string }).id
}

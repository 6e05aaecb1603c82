/** Settings of this browser. They never hold anything secret. */
type Setting = 'language' | 'theme' | 'organization' | 'letter-keys'

const PREFIX = 'takeoff:'

/** Undefined where nothing is stored, and where the browser permits no storage. */
export function readSetting(name: Setting): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined
  } catch {
    return undefined
  }
}

export function writeSetting(name: Setting, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value)
  } catch {
    // Storage may be full or not permitted; the setting then lasts as long as the page.
  }
}

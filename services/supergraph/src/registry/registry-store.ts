import { CommandFailedError } from '@takeoff/kit/service/command-line'
import type { z } from 'zod'

/** The variable that names a store, for messages. */
export type StoreVariable = 'SUPERGRAPH_REGISTRY' | 'SUPERGRAPH_OPERATIONS'

/** The storage of a registry, or of recorded operations: a folder, or a bucket. */
export interface RegistryStore {
  /** Its name in messages. */
  readonly location: string
  /** @throws RegistryUnavailableError */
  read(key: string): Promise<Stored | undefined>
  /**
   * Like `read`, but returns `unchanged` at little cost while the content still has this tag.
   * @throws RegistryUnavailableError
   */
  readIfChanged(key: string, tag: string | undefined): Promise<Stored | 'unchanged' | undefined>
  /**
   * Stores immutable content; does nothing when it exists already.
   * @throws RegistryUnavailableError
   */
  create(key: string, text: string): Promise<void>
  /**
   * Replaces the content with this tag (undefined: creates it if it does not exist). A reader gets the old or the new
   * text, never a part of one, even if this process is killed.
   * @returns whether it was replaced; false after a concurrent change
   * @throws RegistryUnavailableError
   */
  replace(key: string, text: string, tag: string | undefined): Promise<boolean>
}

export interface Stored {
  readonly text: string
  /** Identifies this state. */
  readonly tag: string
}

/** The registry is unreachable, or its content is unreadable. The message says which and why. */
export class RegistryUnavailableError extends CommandFailedError {}

/**
 * Reads JSON of a store.
 * @throws RegistryUnavailableError
 */
export function parseStored<T>(
  key: string,
  { text }: Stored,
  { schema, location }: { readonly schema: z.ZodType<T>; readonly location: string },
): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new RegistryUnavailableError(
      `${key} in ${location} is damaged. Restore it from a backup.`,
      { cause },
    )
  }
}

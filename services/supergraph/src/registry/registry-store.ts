/** What a registry is kept in: a folder, or a bucket. */
export interface RegistryStore {
  /** As messages name it. */
  readonly location: string
  /** @throws RegistryUnavailableError */
  read(key: string): Promise<Stored | undefined>
  /**
   * Like `read`, but answers `unchanged` at little cost while what is there still has this tag.
   * @throws RegistryUnavailableError
   */
  readIfChanged(key: string, tag: string | undefined): Promise<Stored | 'unchanged' | undefined>
  /**
   * Stores what never changes again; when it is there already, nothing happens.
   * @throws RegistryUnavailableError
   */
  create(key: string, text: string): Promise<void>
  /**
   * Replaces what has this tag (undefined: creates what is not there). Whoever reads sees the old or the new text,
   * never a part of one, wherever this process is killed.
   * @returns whether it did; otherwise somebody else was faster
   * @throws RegistryUnavailableError
   */
  replace(key: string, text: string, tag: string | undefined): Promise<boolean>
}

export interface Stored {
  readonly text: string
  /** Names this very state. */
  readonly tag: string
}

/** The registry cannot be asked, or holds what cannot be read. The message says which and why. */
export class RegistryUnavailableError extends Error {
  constructor(message: string, options?: { readonly cause: unknown }) {
    super(message, options)
    this.name = 'RegistryUnavailableError'
  }
}

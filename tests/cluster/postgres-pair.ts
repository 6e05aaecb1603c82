import path from 'node:path'
import { byOwner, databaseNameOf } from '@takeoff/dev-env/service-plans'
import type { DatabaseOwner } from '@takeoff/dev-env/service-plans'
import { databaseRolesSql } from '@takeoff/kit/postgres/database-roles'
import type { DatabaseRole, DatabaseRoles } from '@takeoff/kit/postgres/database-roles'
import type { Disks } from './disks.ts'
import type { Host } from './network.ts'
import { startPrimary } from './postgres-node.ts'
import type { PostgresNode } from './postgres-node.ts'

interface PairOptions {
  readonly machines: readonly [Host, Host]
  readonly disks: Disks
  readonly isSynchronous: boolean
}

/** A primary and its standby, with what Patroni would do: promote, drop a lost standby, and make a new one. */
export class PostgresPair implements AsyncDisposable {
  readonly #options: PairOptions
  #primary: PostgresNode
  #standby: PostgresNode

  private constructor(options: PairOptions, primary: PostgresNode, standby: PostgresNode) {
    this.#options = options
    this.#primary = primary
    this.#standby = standby
  }

  static async start(home: string, options: PairOptions): Promise<PostgresPair> {
    const { machines, disks, isSynchronous } = options
    const folders = ['postgres-1', 'postgres-2'].map((name) => path.join(home, name))
    const [one = '', two = ''] = folders
    for (const folder of folders) await disks.mount(folder)
    const primary = await startPrimary(one, machines[0])
    try {
      const on = { host: machines[1], folder: two }
      const standby = await primary.addStandby({ synchronous: isSynchronous, on })
      return new PostgresPair(options, primary, standby)
    } catch (error) {
      await primary[Symbol.asyncDispose]()
      throw error
    }
  }

  get primary(): PostgresNode {
    return this.#primary
  }

  get standby(): PostgresNode {
    return this.#standby
  }

  async createDatabase(owner: DatabaseOwner, roles: DatabaseRoles): Promise<void> {
    const name = databaseNameOf(owner)
    await this.#primary.query(`create database ${name}`)
    await this.#primary.query(await databaseRolesSql(roles), name)
  }

  /** The address of a database with both hosts. */
  urlForRole(owner: DatabaseOwner, { name, password }: DatabaseRole): string {
    const hosts = [this.#primary, this.#standby].map(({ authority }) => authority).join()
    const credentials = `${encodeURIComponent(name)}:${encodeURIComponent(password)}`
    return `postgres://${credentials}@${hosts}/${databaseNameOf(owner)}?target_session_attrs=read-write`
  }

  /** Addresses for the superuser with both hosts. */
  urls(): Readonly<Record<DatabaseOwner, string>> {
    return byOwner((owner) => {
      const url = this.#primary.urlOf(databaseNameOf(owner), this.#standby)
      return `${url}?target_session_attrs=read-write`
    })
  }

  urlsOfPrimary(): Readonly<Record<DatabaseOwner, string>> {
    return byOwner((owner) => this.#primary.urlOf(databaseNameOf(owner)))
  }

  /** Makes the standby the primary; resolves when it takes writes. The former primary is left as it is. */
  async promote(): Promise<void> {
    await this.#standby.promote()
    const former = this.#primary
    this.#primary = this.#standby
    this.#standby = former
  }

  /** Makes sure that the former primary, or the lost standby, takes no statement any more. */
  async fence(): Promise<void> {
    await this.#standby.fence()
  }

  /** Makes a new standby in the place of the former primary, or of the lost standby. */
  async renewStandby(): Promise<void> {
    const lost = this.#standby
    await lost[Symbol.asyncDispose]()
    this.#standby = await this.#primary.addStandby({
      synchronous: this.#options.isSynchronous,
      replaces: lost,
    })
  }

  /** Commits wait for no standby any more. */
  async dropStandby(): Promise<void> {
    await this.#primary.requireStandbys('')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#primary, this.#standby].map((node) => node[Symbol.asyncDispose]()))
  }
}

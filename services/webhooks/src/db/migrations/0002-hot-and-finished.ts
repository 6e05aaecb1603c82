import { Migration } from '@mikro-orm/migrations'

/**
 * Deliveries that wait stay in a small table, `delivery`; those that ended move to monthly partitions of
 * `finished_delivery`, with their attempts in the row. The row of an event is its inbox entry, too.
 * No foreign keys on the hot path: `maintenance/` removes what lost its webhook.
 */
export class SplitHotFromFinished extends Migration {
  override up(): void {
    this.addWebhookColumns()
    this.splitDeliveries()
    this.partitionEvents()
    this.addSql(`drop table "attempt"`)
    this.addSql(`drop table "delivery_old"`)
    this.addSql(`drop table "domain_event_old"`)
    this.addSql(`drop table "inbox"`)
  }

  private addWebhookColumns(): void {
    this.addSql(`alter table "webhook"
      add column "header_names" text[] not null default '{}',
      add column "sealed_headers" text null,
      add column "rate_limit" int null,
      add column "rate_free_at" timestamptz(6) null,
      add column "ordered" boolean not null default false,
      add column "paused_until" timestamptz(3) null`)
    this.addSql(`create table "worker" (
      "id" serial primary key,
      "seen_at" timestamptz(6) not null default now()
    )`)
  }

  private splitDeliveries(): void {
    this.addSql(`alter table "delivery" rename to "delivery_old"`)
    this.addSql(
      `alter table "delivery_old" rename constraint "delivery_pkey" to "delivery_old_pkey"`,
    )
    this.addSql(`drop index "delivery_due_index"`)
    this.addSql(`drop index "delivery_leased_index"`)
    this.addSql(`create table "delivery" (
      "webhook_id" int not null,
      "id" uuid not null,
      "org_id" int not null,
      "event" text not null,
      "domain_event_id" uuid null,
      "aggregate" text null,
      "sequence" bigint null,
      "created_at" timestamptz(3) not null,
      "attempts" int not null default 0,
      "log" jsonb not null default '[]',
      "due_at" timestamptz(6) not null,
      "worker" int null,
      "fence" int not null default 0,
      primary key ("webhook_id", "id")
    )`)
    this.addSql(`create index "delivery_due_index" on "delivery" ("webhook_id", "due_at")`)
    this.addSql(
      `create index "delivery_leased_index" on "delivery" ("webhook_id", "worker") where worker is not null`,
    )
    this.addSql(
      `create index "delivery_ordered_index" on "delivery" ("webhook_id", "aggregate", "sequence", "id") where aggregate is not null`,
    )
    // Every row is deleted within moments: without this the claim walks over dead index entries for too long.
    this.addSql(
      `alter table "delivery" set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0)`,
    )
    this.addSql(`create table "finished_delivery" (
      "webhook_id" int not null,
      "event" text not null,
      "id" uuid not null,
      "org_id" int not null,
      "domain_event_id" uuid null,
      "state" varchar(9) not null,
      "created_at" timestamptz(3) not null,
      "finished_at" timestamptz(3) not null,
      "log" jsonb not null,
      "fence" int not null,
      primary key ("webhook_id", "event", "id")
    ) partition by range ("id")`)
    this.addSql(
      `create index "finished_delivery_failed_index" on "finished_delivery" ("webhook_id", "id") where state = 'failed'`,
    )
    this.addSql(`create table "finished_delivery_default" partition of "finished_delivery" default`)
    const log = `coalesce((select jsonb_agg(jsonb_build_object('at', a.at, 'statusCode', a.status_code,
      'durationMs', a.duration_ms, 'error', a.error, 'responseBody', a.response_body) order by a.id)
      from attempt a where a.delivery_id = d.id), '[]')`
    this.addSql(`insert into "delivery"
      (webhook_id, id, org_id, event, domain_event_id, created_at, attempts, log, due_at, fence)
      select webhook_id, id, org_id, event, domain_event_id, created_at, attempts, ${log}, due_at, fence
      from delivery_old d where state = 'pending'`)
    this.addSql(`insert into "finished_delivery"
      (webhook_id, event, id, org_id, domain_event_id, state, created_at, finished_at, log, fence)
      select webhook_id, event, id, org_id, domain_event_id, state, created_at,
        coalesce((select max(at) from attempt a where a.delivery_id = d.id), created_at), ${log}, fence
      from delivery_old d where state <> 'pending'`)
  }

  private partitionEvents(): void {
    this.addSql(`alter table "domain_event" rename to "domain_event_old"`)
    this.addSql(
      `alter table "domain_event_old" rename constraint "domain_event_pkey" to "domain_event_old_pkey"`,
    )
    this.addSql(`create table "domain_event" (
      "id" uuid not null,
      "org_id" int not null,
      "name" text not null,
      "occurred_at" timestamptz(3) not null,
      "received_at" timestamptz(3) not null,
      "aggregate_type" text not null,
      "aggregate_id" text not null,
      "sequence" bigint not null,
      "data" jsonb not null,
      "trace" text null,
      primary key ("id")
    ) partition by range ("id")`)
    this.addSql(
      `create index "domain_event_aggregate_index" on "domain_event" ("aggregate_id", "sequence")`,
    )
    this.addSql(`create table "domain_event_default" partition of "domain_event" default`)
    this.addSql(`insert into "domain_event"
      (id, org_id, name, occurred_at, received_at, aggregate_type, aggregate_id, sequence, data, trace)
      select id, org_id, name, occurred_at, received_at, aggregate_type, aggregate_id, sequence, data, trace
      from domain_event_old`)
  }
}

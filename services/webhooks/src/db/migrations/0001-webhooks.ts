import { Migration } from '@mikro-orm/migrations'

/** Subscriptions, events, deliveries and their attempts. */
export class CreateWebhooks extends Migration {
  override up(): void {
    this.addSql(`create table "webhook" (
      "id" serial primary key,
      "org_id" int not null,
      "url" text not null,
      "events" text[] null,
      "description" text null,
      "created_at" timestamptz(3) not null,
      "updated_at" timestamptz(3) not null,
      "verified_at" timestamptz(3) null,
      "disabled_at" timestamptz(3) null,
      "last_error" text null,
      "failing_since" timestamptz(3) null,
      "verification_code" text not null,
      "verification_code_hash" varchar(64) not null,
      "verification_expires_at" timestamptz(3) not null
    )`)
    this.addSql(`create index "webhook_org_id_index" on "webhook" ("org_id", "id")`)
    this.addSql(
      `alter table "webhook" add constraint "webhook_verification_code_hash_unique" unique ("verification_code_hash")`,
    )
    this.addSql(`create table "webhook_secret" (
      "id" serial primary key,
      "webhook_id" int not null,
      "org_id" int not null,
      "sealed" text not null,
      "created_at" timestamptz(3) not null,
      "expires_at" timestamptz(3) null
    )`)
    this.addSql(
      `create index "webhook_secret_webhook_id_index" on "webhook_secret" ("webhook_id", "id")`,
    )
    this.addSql(
      `alter table "webhook_secret" add constraint "webhook_secret_webhook_id_foreign" foreign key ("webhook_id") references "webhook" ("id") on delete cascade`,
    )
    this.addSql(`create table "verification_failure" (
      "id" bigserial primary key,
      "user_id" int not null,
      "at" timestamptz(3) not null default now()
    )`)
    this.addSql(
      `create index "verification_failure_user_id_index" on "verification_failure" ("user_id", "at")`,
    )
    this.addSql(`create table "domain_event" (
      "id" uuid not null,
      "org_id" int not null,
      "name" text not null,
      "occurred_at" timestamptz(3) not null,
      "received_at" timestamptz(3) not null default now(),
      "aggregate_type" text not null,
      "aggregate_id" text not null,
      "sequence" bigint not null,
      "data" jsonb not null,
      "trace" text null,
      primary key ("id")
    )`)
    this.addSql(`create table "inbox" (
      "event_id" uuid not null,
      "received_at" timestamptz(3) not null default now(),
      primary key ("event_id")
    )`)
    this.addSql(`create table "poison_message" (
      "id" bigserial primary key,
      "received_at" timestamptz(3) not null default now(),
      "carrier" varchar(4) not null,
      "message_id" text null,
      "body" bytea not null,
      "error" text not null
    )`)
    this.addSql(`create table "delivery" (
      "id" uuid not null,
      "webhook_id" int not null,
      "org_id" int not null,
      "event" text not null,
      "domain_event_id" uuid null,
      "state" varchar(9) not null,
      "created_at" timestamptz(3) not null default now(),
      "attempts" int not null default 0,
      "due_at" timestamptz(6) not null default now(),
      "leased_at" timestamptz(6) null,
      "fence" int not null default 0,
      primary key ("id")
    )`)
    this.addSql(`create index "delivery_webhook_id_index" on "delivery" ("webhook_id", "id")`)
    this.addSql(`create index "delivery_event_index" on "delivery" ("webhook_id", "event", "id")`)
    this.addSql(
      `create index "delivery_due_index" on "delivery" ("webhook_id", "due_at") where state = 'pending'`,
    )
    this.addSql(
      `create index "delivery_leased_index" on "delivery" ("webhook_id") where leased_at is not null`,
    )
    this.addSql(
      `create index "delivery_failed_index" on "delivery" ("webhook_id", "id") where state = 'failed'`,
    )
    this.addSql(`create index "delivery_domain_event_id_index" on "delivery" ("domain_event_id")`)
    this.addSql(
      `alter table "delivery" add constraint "delivery_state_check" check (state in ('pending', 'delivered', 'failed', 'cancelled'))`,
    )
    this.addSql(
      `alter table "delivery" add constraint "delivery_webhook_id_foreign" foreign key ("webhook_id") references "webhook" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "delivery" add constraint "delivery_domain_event_id_foreign" foreign key ("domain_event_id") references "domain_event" ("id") on delete restrict`,
    )
    // Each attempt rewrites its row; without this the claim walks over dead index entries for too long.
    this.addSql(
      `alter table "delivery" set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, fillfactor = 80)`,
    )
    this.addSql(`create table "attempt" (
      "id" bigserial primary key,
      "delivery_id" uuid not null,
      "org_id" int not null,
      "at" timestamptz(3) not null,
      "status_code" int null,
      "duration_ms" int not null,
      "error" text null,
      "response_body" text null
    )`)
    this.addSql(`create index "attempt_delivery_id_index" on "attempt" ("delivery_id", "id")`)
    this.addSql(
      `alter table "attempt" add constraint "attempt_delivery_id_foreign" foreign key ("delivery_id") references "delivery" ("id") on delete cascade`,
    )
  }
}

import { Migration } from '@mikro-orm/migrations'

/** Test events, retries and replays that were asked for, to be counted. */
export class CreateWebhookCalls extends Migration {
  override up(): void {
    this.addSql(`create table "webhook_call" (
      "id" bigserial primary key,
      "webhook_id" int not null,
      "kind" varchar(6) not null,
      "at" timestamptz(3) not null default now(),
      "busy_until" timestamptz(3) null
    )`)
    this.addSql(
      `create index "webhook_call_webhook_id_index" on "webhook_call" ("webhook_id", "kind", "at")`,
    )
    this.addSql(
      `alter table "webhook_call" add constraint "webhook_call_webhook_id_foreign" foreign key ("webhook_id") references "webhook" ("id") on delete cascade`,
    )
  }
}

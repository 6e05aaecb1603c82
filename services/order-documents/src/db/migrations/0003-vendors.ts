import { Migration } from '@mikro-orm/migrations'

/** Vendors that are edited: how to reach them, the archive, and connections to providers. */
export class Vendors extends Migration {
  override up(): void {
    this.addSql(`alter table vendor
      add contact_name varchar(100) null,
      add phone varchar(50) null,
      add email varchar(254) null,
      add address_lines text[] not null default '{}',
      add account_number varchar(50) null,
      add archived_at timestamptz(3) null,
      add created_at timestamptz(3) not null default now(),
      add updated_at timestamptz(3) not null default now()`)
    this.addSql('alter table vendor alter created_at drop default, alter updated_at drop default')
    this.addSql('drop index vendor_org_id_index')
    this.addSql('create index vendor_org_id_index on vendor (org_id, id)')
    this.addSql('create index vendor_name_index on vendor (org_id, lower(vendor_name))')
    this.addSql(
      `create index vendor_search_index on vendor using gin ((array_to_tsvector(array['#' || org_id::text]) || to_tsvector('simple', translate(coalesce(vendor_name, '') || ' ' || coalesce(contact_name, '') || ' ' || coalesce(account_number, ''), '!"#$%&''()*+,-./:;<=>?@[\\]^_{|}~\`', '                                '))))`,
    )
    this.addSql(`create table vendor_connection (
      vendor_id int not null primary key,
      org_id int not null,
      provider_identifier varchar(50) not null,
      account_number varchar(50) not null,
      branch varchar(50) null,
      access_token_sealed text not null,
      connected_at timestamptz(3) not null,
      constraint vendor_connection_vendor_id_foreign foreign key (vendor_id) references vendor (id)
        on update cascade on delete cascade)`)
  }
}

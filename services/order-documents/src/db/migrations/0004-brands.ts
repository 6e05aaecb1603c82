import { Migration } from '@mikro-orm/migrations'

/** What an organization's documents look like, and what they are by default. */
export class Brands extends Migration {
  override up(): void {
    this.addSql(`alter table organization_profile
      add accent_color varchar(7) null,
      add logo bytea null,
      add logo_type varchar(4) null,
      add logo_width int null,
      add logo_height int null,
      add language varchar(2) null,
      add paper varchar(6) null,
      add csv_preset varchar(20) null,
      add updated_at timestamptz(3) not null default now()`)
    this.addSql('alter table organization_profile alter updated_at drop default')
    this.addSql(
      `alter table organization_profile add constraint organization_profile_logo_check check (num_nulls(logo, logo_type, logo_width, logo_height) in (0, 4))`,
    )
    this.addSql(
      `alter table organization_profile add constraint organization_profile_logo_type_check check (logo_type in ('png', 'jpeg'))`,
    )
  }
}

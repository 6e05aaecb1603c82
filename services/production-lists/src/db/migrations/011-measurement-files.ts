import { Migration } from '@mikro-orm/migrations'
import { rowSecurityOf } from '@takeoff/kit/postgres/row-access'

/** Uploaded files of measuring tools, and which version of measurements came from which of them. */
export class MeasurementFiles extends Migration {
  override up(): void {
    this.addSql(`create table measurement_file (
      id uuid not null,
      org_id int not null,
      user_id int not null,
      filename varchar(255) not null,
      vendor varchar(20) not null,
      format varchar(10) not null,
      byte_size int not null,
      sha256 varchar(64) not null,
      bytes bytea not null,
      created_at timestamptz(3) not null,
      imported_at timestamptz(3) null,
      primary key (id)
    )`)
    this.addSql(
      'alter table measurement_file add constraint measurement_file_org_id_sha256_unique unique (org_id, sha256)',
    )
    this.addSql(
      'create index measurement_file_waiting_index on measurement_file (created_at) where imported_at is null',
    )
    for (const statement of rowSecurityOf('measurement_file', ['measurement-file-sweep']))
      this.addSql(statement)
    // Without a foreign key: measurements stay when the file is erased.
    this.addSql('alter table job_measurement add measurement_file_id uuid null')
    this.addSql('alter table job_measurement add source jsonb null')
  }
}

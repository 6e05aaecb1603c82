import type { Query } from './loader.ts'
import { FIRST_MONTH } from './scale.ts'
import type { Part } from './scale.ts'

/** The first organization's id; the development data and the API use others. */
const FIRST_ORGANIZATION_ID = 900_000_000

/**
 * Creates the organizations and units of a part, the same in each database. The units are divided among the
 * organizations by Zipf's law (the organization of rank k has a share of 1/k), and those of an organization are spread
 * evenly over the time from the first month until now.
 */
export async function createUnits(query: Query, part: Part): Promise<void> {
  await query(TABLES)
  await query(`
    insert into growth_organization
    select ${part.firstOrganization} + k - 1, ${FIRST_ORGANIZATION_ID} + ${part.firstOrganization} + k - 1,
      now() - interval '1 year', growth_head(now() - interval '1 year'),
      greatest(1, round(${part.units} / k / sum(1.0 / k) over ()))
    from generate_series(1, ${part.organizations}) k`)
  // Rounding gives some units more or less: the last organization has what is left.
  await query(`
    insert into growth_unit
    select ${part.firstUnit} - 1 + row_number() over (order by o.number, nth), o.number, o.org_id, nth,
      t.at, growth_head(t.at)
    from growth_organization o
      cross join generate_series(1, o.units) nth
      cross join lateral (select timestamptz '${FIRST_MONTH.toISOString()}'
        + (now() - timestamptz '${FIRST_MONTH.toISOString()}') * ((nth - 0.5) / o.units) as at) t
    where o.number >= ${part.firstOrganization}
    limit ${part.units}`)
  await query('analyze growth_organization, growth_unit')
}

const TABLES = `
  create or replace function growth_head(at timestamptz) returns text language sql immutable parallel safe
    return lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '7';
  -- A UUID version 7 of this time, the same in each database.
  create or replace function growth_uuid(head text, id uuid, n bigint) returns uuid
    language sql immutable strict parallel safe
    return (head || left(lpad(to_hex(uuid_hash_extended(id, n)), 16, '0'), 3) || '8'
      || right(lpad(to_hex(uuid_hash_extended(id, n)), 16, '0'), 15))::uuid;
  create table if not exists growth_organization (number int primary key, org_id int not null,
    at timestamptz not null, head text not null, units int not null);
  create table if not exists growth_unit (number int primary key, organization int not null,
    org_id int not null, nth int not null, at timestamptz(3) not null, head text not null);
  create index if not exists growth_unit_organization on growth_unit (organization, at)`
